/** The service as `npm start` runs it. */
export const apiMain = new URL('../../../api/src/main.ts', import.meta.url);

/** In production, logging as by default, without a limit of requests. */
export function productionEnvironment(dataDir: string): Record<string, string> {
  const secretKey = Buffer.alloc(32).toString('base64');
  return { NODE_ENV: 'production', RATE_LIMIT: '0', DATA_DIR: dataDir, SECRET_KEY: secretKey };
}

/** The same operations written by hand. */
export const yardstickServer = new URL('yardstick-server.ts', import.meta.url);
