import { secretKey } from '@pv-planning/webhook-delivery/testing';

/** The service, as started by `npm start`. */
export const apiMain = new URL('../../../api/src/main.ts', import.meta.url);

/** Production mode with default logging and without a rate limit. */
export function productionEnvironment(dataDir: string): Record<string, string> {
  const SECRET_KEY = secretKey.toString('base64');
  return { NODE_ENV: 'production', RATE_LIMIT: '0', DATA_DIR: dataDir, SECRET_KEY };
}

/** A hand-written server with the same operations. */
export const yardstickServer = new URL('yardstick-server.ts', import.meta.url);
