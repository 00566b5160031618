/** The service, as started by `npm start`. */
export const apiMain = new URL('../../../api/src/main.ts', import.meta.url);

/** Production mode with default logging and without a rate limit. */
export function productionEnvironment(dataDir: string): Record<string, string> {
  const secretKey = Buffer.alloc(32).toString('base64');
  return { NODE_ENV: 'production', RATE_LIMIT: '0', DATA_DIR: dataDir, SECRET_KEY: secretKey };
}

/** A hand-written server with the same operations. */
export const yardstickServer = new URL('yardstick-server.ts', import.meta.url);
