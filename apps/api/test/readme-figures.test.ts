import { readFileSync } from 'node:fs';
import { embeddedConnections } from '@pv-planning/embedded-postgres';
import { dispatcherConnections } from '@pv-planning/webhook-delivery';
import { expect, test } from 'vitest';
import { pagesContract } from '../src/contract/pages-contract.ts';
import { linkPaths } from '../src/links/links.ts';
import { requestLimits } from '../src/service.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
const readme = read('README.md');

const said = (pattern: RegExp): string | undefined => pattern.exec(readme)?.[0];

test('the README states the number of connections of a process', () => {
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

test('the README states the timeouts of statements', () => {
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
