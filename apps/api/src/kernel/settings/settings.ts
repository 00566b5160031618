import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { MailError, mailAddress, parseSmtpUrl, type SmtpServer } from '@pv-planning/mail';
import { commaList } from './comma-list.ts';

/** Settings from environment variables. Every default suits `npm start` on a developer's machine. */
export interface Settings {
  host: string;
  port: number;
  /** Address of the server for metrics and probes, which runs only if `metricsPort` is set. */
  metricsHost: string;
  metricsPort: number | undefined;
  /** Directory of the embedded database and of files created at the first start. */
  dataDir: string;
  /** URL of a PostgreSQL server, used instead of the embedded database. */
  databaseUrl: string | undefined;
  /** Off behind a pooler that does not support prepared statements (PgBouncer before 1.21). */
  preparedStatements: boolean;
  /** Maximum requests per minute for each API key, counted per process; 0 disables the limit. */
  rateLimit: number;
  /** Maximum size of the data of one company in MiB; undefined for no limit. */
  companyStorageMib: number | undefined;
  /** CIDR ranges allowed as webhook targets in addition to public addresses, even over http. For development and tests. */
  webhookAllowTargets: readonly string[];
  /** Longest pause of a webhook endpoint after failures; 0 for none. */
  webhookMaxPauseSeconds: number;
  /** Address of the service for customers, without a slash at the end. Links start with it. */
  publicUrl: string | undefined;
  /** Address of the payment provider, if it is not Stripe itself but a stand-in. */
  stripeUrl: string | undefined;
  /** The mail server; undefined if mails are held. */
  mail: MailSettings | undefined;
  /** Whether strangers confirm bookings by a mailed link if many have booked. By default, if mails are sent. */
  confirmBookings: boolean;
  /** Origins allowed by CORS. */
  corsOrigins: readonly string[];
  /** Number of proxies in front of the service (Express `trust proxy`). */
  trustProxy: number;
  /** Key that encrypts signing secrets at rest, 32 bytes in base64. If absent, a key is generated in the data directory. */
  secretKey: string | undefined;
  /** The key before it, which still verifies and decrypts. */
  secretKeyFormer: string | undefined;
  production: boolean;
  /** Warms up after the start, which takes seconds of processor time. Off in tests. */
  warmUp: boolean;
  logLevel: string;
}

export interface MailSettings {
  server: SmtpServer;
  /** The address that mails are from. */
  from: string;
}

const maxPort = 65_535;
const nodeEnvironments = ['production', 'development', 'test'];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** An invalid setting; the message is for the operator. */
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

/** Whether the text is an origin exactly as browsers send it in `Origin`, because it is compared as text. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}

/** Parses an address without query and fragment. Removes slashes at its end, because paths are appended to it. */
function webAddress(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const url = URL.parse(text);
  const isPlain = url && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) && url.username === '';
  if (isPlain) return url.href.replace(/\/+$/, '');
  throw new SettingsError(`${name} must be an address such as https://offers.example, not "${text}".`);
}

const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The address at which customers reach the service. In production, links are secret in transit. */
function publicAddress(name: string, text: string | undefined, production: boolean): string | undefined {
  const address = webAddress(name, text);
  if (!production || address === undefined) return address;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || loopbackHost.test(hostname)) return address;
  throw new SettingsError(
    `${name} must start with https:// in production, not "${text}": links to offers are secret.`,
  );
}

/** Keys of accounts are sent there. */
function providerAddress(name: string, text: string | undefined, production: boolean): string | undefined {
  const address = webAddress(name, text);
  if (address === undefined) return undefined;
  if (production) throw new SettingsError(`${name} cannot be set in production: payments go to Stripe.`);
  const { protocol, hostname, pathname } = new URL(address);
  if (pathname !== '/') throw new SettingsError(`${name} must have no path, but is "${text}".`);
  if (protocol === 'https:' || loopbackHost.test(hostname)) return address;
  throw new SettingsError(
    `${name} must start with https:// unless it is an address of this machine, but is "${text}".`,
  );
}

function listOf(
  expected: string,
  isEntry: (text: string) => boolean,
): (name: string, text: string | undefined) => string[] {
  return (name, text = '') => {
    const entries = commaList(text);
    const invalid = entries.find((entry) => !isEntry(entry));
    if (invalid === undefined) return entries;
    throw new SettingsError(`${name} must list ${expected}, not "${invalid}".`);
  };
}

const networks = listOf('networks such as 127.0.0.0/8 or ::1/128', isNetwork);
const origins = listOf('origins such as https://crm.example', isOrigin);

/** The error message omits the URL, which can contain a password. */
function postgresUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text === '' || /^postgres(ql)?:\/\//.test(text)) return text || undefined;
  throw new SettingsError(`${name} must be a URL such as postgresql://user:password@host:5432/database.`);
}

/** The error message omits the URL, which can contain a password. */
function mailSettings({ SMTP_URL: url, MAIL_FROM: from }: NodeJS.ProcessEnv): MailSettings | undefined {
  if (!url) return undefined;
  const server = parseSmtpUrl(url);
  if (!server)
    throw new SettingsError('SMTP_URL must be a URL such as smtp://user:password@host:587 or smtps://host.');
  if (!from)
    throw new SettingsError(
      'SMTP_URL requires MAIL_FROM, the address that mails are from, such as offers@solar.example.',
    );
  try {
    return { server, from: mailAddress(from).address };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new SettingsError(`MAIL_FROM must be an address such as offers@solar.example, not "${from}".`);
  }
}

function oneOf(name: string, text: string | undefined, values: readonly string[], fallback: string): string {
  if (text === undefined || text === '') return fallback;
  if (values.includes(text)) return text;
  throw new SettingsError(`${name} must be one of ${values.join(', ')}, not "${text}".`);
}

function flag(name: string, text: string | undefined, fallback: boolean): boolean {
  return oneOf(name, text, ['on', 'off'], fallback ? 'on' : 'off') === 'on';
}

/** Reads the settings. @throws {SettingsError} with the name and the valid values of an invalid variable */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const nodeEnvironment = oneOf('NODE_ENV', environment.NODE_ENV, nodeEnvironments, 'development');
  const production = nodeEnvironment === 'production';
  const publicUrl = publicAddress('PUBLIC_URL', environment.PUBLIC_URL, production);
  const mail = mailSettings(environment);
  // Without a public address, mails have no links.
  const hasLinks = publicUrl !== undefined || !production;
  const confirmBookings = flag(
    'CONFIRM_BOOKINGS',
    environment.CONFIRM_BOOKINGS,
    mail !== undefined && hasLinks,
  );
  if (confirmBookings && !hasLinks)
    throw new SettingsError(
      'CONFIRM_BOOKINGS=on requires PUBLIC_URL in production, with which mailed links start.',
    );
  return {
    host: environment.HOST || '127.0.0.1',
    port: wholeNumber('PORT', environment.PORT, 3000, maxPort),
    metricsHost: environment.METRICS_HOST || '127.0.0.1',
    metricsPort: wholeNumber('METRICS_PORT', environment.METRICS_PORT, undefined, maxPort),
    dataDir: resolve(environment.DATA_DIR || 'data'),
    databaseUrl: postgresUrl('DATABASE_URL', environment.DATABASE_URL),
    preparedStatements: flag('PREPARED_STATEMENTS', environment.PREPARED_STATEMENTS, true),
    rateLimit: wholeNumber('RATE_LIMIT', environment.RATE_LIMIT, 600, 1_000_000),
    companyStorageMib: wholeNumber(
      'COMPANY_STORAGE_MIB',
      environment.COMPANY_STORAGE_MIB,
      undefined,
      1_000_000_000,
    ),
    webhookAllowTargets: networks('WEBHOOK_ALLOW_TARGETS', environment.WEBHOOK_ALLOW_TARGETS),
    webhookMaxPauseSeconds: wholeNumber(
      'WEBHOOK_MAX_PAUSE_SECONDS',
      environment.WEBHOOK_MAX_PAUSE_SECONDS,
      600,
      3_600,
    ),
    publicUrl,
    stripeUrl: providerAddress('STRIPE_URL', environment.STRIPE_URL, production),
    mail,
    confirmBookings,
    corsOrigins: origins('CORS_ORIGINS', environment.CORS_ORIGINS),
    trustProxy: wholeNumber('TRUST_PROXY', environment.TRUST_PROXY, 0, 16),
    secretKey: environment.SECRET_KEY || undefined,
    secretKeyFormer: environment.SECRET_KEY_FORMER || undefined,
    production,
    warmUp: nodeEnvironment !== 'test',
    logLevel: oneOf('LOG_LEVEL', environment.LOG_LEVEL, logLevels, 'info'),
  };
}
