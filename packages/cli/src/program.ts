import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { get } from './commands/get.ts';
import { listen } from './commands/listen.ts';
import { login } from './commands/login.ts';
import { trigger } from './commands/trigger.ts';
import { failureOf } from './failure.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const receiver = ['--forward-to <url>', 'your receiver', 'http://localhost:4000/webhooks'] as const;
const secret = ['--secret <whsec_…>', 'the signing secret; by default one of this machine'] as const;
const json = ['--json', 'print JSON', false] as const;

/** Runs a command line. Returns the exit code. */
export async function run(commandLine: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = new Command('pv-planning')
    .description('Command line of the PV Planning API')
    .version(version)
    .showHelpAfterError('(pv-planning --help lists the commands)')
    .exitOverride();
  program
    .command('login')
    .description('keep the API key, which it asks for, in your configuration folder')
    .option('--url <url>', 'address of the service, without /v1')
    .option(...json)
    .action(login);
  program
    .command('listen')
    .description('forward the new events of your company to your machine, signed')
    .option(...receiver)
    .option(...secret)
    .option(...json)
    .action(listen);
  program
    .command('trigger')
    .description('send a sample event, signed')
    .argument('<event>', 'such as offer.accepted')
    .option(...receiver)
    .option(...secret)
    .option(...json)
    .action(async (event, options) => {
      if (!(await trigger(event, options))) exitCode = 1;
    });
  program
    .command('get')
    .description('read a record or a list')
    .argument('<path>', 'such as customers/1001 or "offers?state=ACCEPTED"')
    .option(...json)
    .action(get);
  try {
    await program.parseAsync(commandLine);
    return exitCode;
  } catch (error) {
    // Commander has printed what is wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const failure = failureOf(error);
    const { error: code, message } = failure;
    process.stderr.write(
      `${commandLine.includes('--json') ? JSON.stringify({ error: code, message }) : message}\n`,
    );
    return failure.exitCode;
  }
}
