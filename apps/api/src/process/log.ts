import { loggedError } from '@pv-planning/server-kit';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from '../settings/settings.ts';

/** Lines are buffered for this long, so that a busy process writes many at once. */
const flushMs = 50;
const bufferBytes = 8 * 1024;

/** Buffered standard output; create it once. The buffer is flushed on exit and lost only if the process is killed. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: bufferBytes });
  let isWaiting = false;
  process.once('exit', () => {
    try {
      output.flushSync();
    } catch {
      // The reader of the log is gone.
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
      }, flushMs).unref();
    },
  };
}

/** The service's log: one JSON object per line on stdout. */
export function serviceLog({ logLevel }: Pick<Settings, 'logLevel'>): Logger {
  return pino({ level: logLevel, serializers: { err: loggedError } }, standardOutput());
}
