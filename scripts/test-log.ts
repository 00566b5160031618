import { type LevelWithSilent, type Logger, multistream, pino } from 'pino';

/**
 * A test logger that keeps all lines and prints those of a level, which `TEST_LOG=debug` overrides.
 * @param printed the default level to print
 */
export function testLog(printed: LevelWithSilent = 'silent'): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const level = process.env.TEST_LOG || printed;
  if (!(level in pino.levels.values) && level !== 'silent')
    throw new Error(`TEST_LOG=${level} is not a log level`);
  const streams = multistream([
    { level: 'trace', stream: { write: (line: string) => lines.push(line) } },
    { level: level as LevelWithSilent, stream: process.stderr },
  ]);
  return { logger: pino({ level: 'trace' }, streams), lines };
}
