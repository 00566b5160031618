import { readFileSync } from 'node:fs';
import { embeddedConnections } from '@pv-planning/embedded-postgres';
import { dispatcherConnections } from '@pv-planning/webhook-delivery';
import { expect, test } from 'vitest';
import { pagesContract } from '../src/kernel/contract/pages-contract.ts';
import { linkPaths } from '../src/kernel/links/links.ts';
import { readSettings } from '../src/kernel/settings/settings.ts';
import { requestLimits } from '../src/server/service.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
const operation = read('docs/operation.md');

const said = (pattern: RegExp): string | undefined => pattern.exec(operation)?.[0];

test('docs/operation.md states the number of connections of a process', () => {
  const { poolSize = 0 } = requestLimits;
  const listening = 1;
  const standing = 1;
  const processes = embeddedConnections / (poolSize + dispatcherConnections + listening + standing);
  expect(said(/A process uses up to .*? in both roles/)).toBe(
    `A process uses up to ${poolSize} connections for requests, ${dispatcherConnections} for deliveries and ` +
      `${listening} to show that it is alive and for notifications, plus ${standing} on the embedded database. The embedded database allows ` +
      `${embeddedConnections} connections, which is enough for ${Math.floor(processes)} processes in both roles`,
  );
});

test('docs/operation.md states the timeouts of statements', () => {
  const { statementMs = 0, lockMs = 0 } = requestLimits.timeouts ?? {};
  expect(said(/times out after \d+ s, its wait for a lock after \d+ s/)).toBe(
    `times out after ${statementMs / 1000} s, its wait for a lock after ${lockMs / 1000} s`,
  );
});

test('SECURITY.md names all paths with tokens', () => {
  const starts = Object.values(pagesContract.operations).flatMap(
    ({ path }) => path.match(/^.*(?={token})/) ?? [],
  );
  const [, listed = ''] = /since they contain the tokens of links: (.*?)\. /.exec(read('SECURITY.md')) ?? [];
  expect(listed.split(', ').sort()).toEqual(
    [...new Set([...Object.values(linkPaths), ...starts])].map((path) => `\`${path}\``).sort(),
  );
});

test('docs/settings.md has a row for each variable that the service reads', () => {
  const variables = new Set<string>();
  const environment = new Proxy<NodeJS.ProcessEnv>(
    { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'offers@solar.example' },
    {
      get(values, name: string) {
        variables.add(name);
        return values[name];
      },
    },
  );
  readSettings(environment);
  const rows =
    readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8').match(/^\| `.*?\|/gm) ?? [];
  const described = rows.flatMap((row) => Array.from(row.matchAll(/`(\w+)`/g), ([, name]) => name));
  expect(described.sort()).toEqual([...variables].sort());
});

test('docs/glossary.md names tables that exist', () => {
  const drawn = new Set(
    readFileSync(new URL('../../../docs/data-model.md', import.meta.url), 'utf8').match(/\w+/g),
  );
  const rows = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8').matchAll(
    /^\|.*?\|.*?\|(.*?)\|/gm,
  );
  const named = Array.from(rows, ([, cell = '']) => cell).flatMap(
    (cell) => cell.match(/(?<=`)\w+(?=`)/g) ?? [],
  );
  expect(named.filter((table) => !drawn.has(table))).toEqual([]);
});
