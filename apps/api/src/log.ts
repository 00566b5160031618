import { loggedError } from '@pv-planning/server-kit';
import { type Logger, pino } from 'pino';
import type { Settings } from './settings.ts';

/** The service's log: a JSON object a line on stdout. */
export function serviceLog({ logLevel }: Pick<Settings, 'logLevel'>): Logger {
  return pino(
    { level: logLevel, serializers: { err: loggedError } },
    // Written at once: handing each line to another thread costs a request far more, and a crash would lose the last ones.
    pino.destination({ dest: 1, sync: true }),
  );
}
