import { eventsCommand, eventsUsage, UsageError } from './events-command.ts';
import { serveCommand, serveUsage } from './serve-command.ts';

const [command, ...rest] = process.argv.slice(2);
const print = (text: string) => console.log(text);

try {
  if (command === undefined) process.exitCode = await serveCommand(print);
  else if (command === 'events') process.exitCode = await eventsCommand(rest, print);
  else if (command === 'help') print(`${serveUsage}\n${eventsUsage}`);
  else throw new UsageError(`Unknown command "${command}".`);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\nRun "npm run mock -- help" for usage.`);
  process.exitCode = 2;
}
