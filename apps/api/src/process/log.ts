import { loggedError } from '@pv-planning/server-kit';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from '../settings/settings.ts';

/** How long a line may wait for others, so that a busy process writes many at once. */
const gatherMs = 50;
const gatherBytes = 8 * 1024;

/** Standard output, to be made once: what has gathered is written when the process ends, and lost only when it is killed. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: gatherBytes });
  let isWaiting = false;
  process.once('exit', () => {
    try {
      output.flushSync();
    } catch {
      // Whoever read the log has gone.
    }
  });
  return {
    write(line) {
      output.write(line);
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(() => {
        isWaiting = false;
        output.flush();
      }, gatherMs).unref();
    },
  };
}

/** The service's log: a JSON object a line on stdout. */
export function serviceLog({ logLevel }: Pick<Settings, 'logLevel'>): Logger {
  return pino({ level: logLevel, serializers: { err: loggedError } }, standardOutput());
}
