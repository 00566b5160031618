import { type LevelWithSilent, type Logger, multistream, pino } from 'pino';

/**
 * A logger for tests: keeps every line and prints those of a level. `TEST_LOG=debug` sets the level to print.
 * @param printed is the level to print without `TEST_LOG`
 */
export function testLog(printed: LevelWithSilent = 'silent'): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const level = process.env.TEST_LOG || printed;
  if (!(level in pino.levels.values) && level !== 'silent')
    throw new Error(`TEST_LOG=${level} is not a level`);
  const streams = multistream([
    { level: 'trace', stream: { write: (line: string) => lines.push(line) } },
    { level: level as LevelWithSilent, stream: process.stderr },
  ]);
  return { logger: pino({ level: 'trace' }, streams), lines };
}
