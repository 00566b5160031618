/** A dispatcher in a process of its own, to be killed. Takes the database's URL, and the rules as JSON. */
import { openDatabase } from '@pv-planning/database';
import pino from 'pino';
import { createDispatcher } from '../src/index.ts';
import { loopback, secretKey } from './settings.ts';

const [url = '', rules = '{}'] = process.argv.slice(2);
const { kysely } = await openDatabase({ url, migrate: false });
const never = () => new Promise<never>(() => {});
createDispatcher({
  kysely,
  secretKey,
  allowTargets: loopback,
  // Names hang for ever, so that a delivery to one stays between claim and send.
  resolver: { resolve4: never, resolve6: never },
  logger: pino({ level: 'silent' }),
  rules: JSON.parse(rules),
}).start();
process.stdout.write('started\n');
