import { loggedError } from '@pv-planning/server-kit';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from '../../kernel/settings/settings.ts';

/** Maximum time that lines are buffered, so that a busy process writes many at once. */
const flushMs = 50;
const bufferBytes = 8 * 1024;

/** Creates buffered standard output; call it once. The buffer is flushed on exit and is lost only if the process is killed. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: bufferBytes });
  let isFlushScheduled = false;
  process.once('exit', () => {
    try {
      output.flushSync();
    } catch {
      // The process that reads the log has closed the pipe.
    }
  });
  return {
    write(line) {
      output.write(line);
      if (isFlushScheduled) return;
      isFlushScheduled = true;
      setTimeout(() => {
        isFlushScheduled = false;
        output.flush();
      }, flushMs).unref();
    },
  };
}

/** The service's log: one JSON object per line on stdout. */
export function serviceLog({ logLevel }: Pick<Settings, 'logLevel'>): Logger {
  return pino({ level: logLevel, serializers: { err: loggedError } }, standardOutput());
}
