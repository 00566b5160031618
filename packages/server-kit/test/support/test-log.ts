import { type Logger, pino } from 'pino';

/** A log that is kept, line by line. */
export function testLog(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  return { logger: pino({ level: 'trace' }, { write: (line) => lines.push(line) }), lines };
}
