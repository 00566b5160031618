import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { commaList } from './comma-list.ts';

/** What the environment sets. Every value has a default that suits `npm start` on one's own machine. */
export interface Settings {
  host: string;
  port: number;
  /** Where metrics and probes are served apart from the API; nowhere without a port. */
  metricsHost: string;
  metricsPort: number | undefined;
  /** Directory of the embedded database and of what is made at the first start. */
  dataDir: string;
  /** A PostgreSQL server instead of the embedded one. */
  databaseUrl: string | undefined;
  /** Off for a pooler that cannot keep prepared statements (PgBouncer before 1.21). */
  preparedStatements: boolean;
  /** Requests per minute, API key and process; 0 switches the limit off. */
  rateLimit: number;
  /** CIDR ranges that webhooks may be sent to besides public addresses, over http too. For development and tests. */
  webhookAllowTargets: readonly string[];
  /** Origins that browsers may call from. */
  corsOrigins: readonly string[];
  /** Express `trust proxy`: how many proxies stand in front. */
  trustProxy: number;
  /** Encrypts signing secrets at rest, 32 bytes in base64; made beside the data when absent. */
  secretKey: string | undefined;
  production: boolean;
  logLevel: string;
}

const highestPort = 65_535;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** A value in the environment that cannot be used, in words for the operator. */
export class SettingsError extends Error {}

function wholeNumber<Fallback>(
  name: string,
  text: string | undefined,
  fallback: Fallback,
  maximum: number,
): number | Fallback {
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > maximum) {
    throw new SettingsError(`${name} must be a whole number from 0 to ${maximum}, not "${text}".`);
  }
  return value;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix = ''] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  return bits !== undefined && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

function networks(name: string, text: string | undefined): string[] {
  const entries = commaList(text ?? '');
  const wrong = entries.find((entry) => !isNetwork(entry));
  if (wrong === undefined) return entries;
  throw new SettingsError(`${name} must list networks such as 127.0.0.0/8 or ::1/128, not "${wrong}".`);
}

function oneOf(name: string, text: string | undefined, values: readonly string[], fallback: string): string {
  if (text === undefined || text === '') return fallback;
  if (values.includes(text)) return text;
  throw new SettingsError(`${name} must be one of ${values.join(', ')}, not "${text}".`);
}

function flag(name: string, text: string | undefined, fallback: boolean): boolean {
  return oneOf(name, text, ['on', 'off'], fallback ? 'on' : 'off') === 'on';
}

/** @throws {SettingsError} naming the variable and what it takes */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  return {
    host: environment.HOST || '127.0.0.1',
    port: wholeNumber('PORT', environment.PORT, 3000, highestPort),
    metricsHost: environment.METRICS_HOST || '127.0.0.1',
    metricsPort: wholeNumber('METRICS_PORT', environment.METRICS_PORT, undefined, highestPort),
    dataDir: resolve(environment.DATA_DIR || 'data'),
    databaseUrl: environment.DATABASE_URL || undefined,
    preparedStatements: flag('PREPARED_STATEMENTS', environment.PREPARED_STATEMENTS, true),
    rateLimit: wholeNumber('RATE_LIMIT', environment.RATE_LIMIT, 600, 1_000_000),
    webhookAllowTargets: networks('WEBHOOK_ALLOW_TARGETS', environment.WEBHOOK_ALLOW_TARGETS),
    corsOrigins: commaList(environment.CORS_ORIGINS ?? ''),
    trustProxy: wholeNumber('TRUST_PROXY', environment.TRUST_PROXY, 0, 16),
    secretKey: environment.SECRET_KEY || undefined,
    production: environment.NODE_ENV === 'production',
    logLevel: oneOf('LOG_LEVEL', environment.LOG_LEVEL, logLevels, 'info'),
  };
}
