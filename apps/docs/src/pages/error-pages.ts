import { STATUS_CODES } from 'node:http';
import type { Contract } from '../model/contract.ts';
import { errorAddress, inSite, operationAddress } from '../model/links.ts';
import type { Page } from '../model/page.ts';
import { cell } from './operation-page.ts';

/** Describes each error code: meaning, remedy, and the operations that return it. */
export function errorPages(contract: Contract): Page[] {
  return Object.entries(contract.errors).map(([code, { status, meaning, remedy, message }]) => ({
    address: errorAddress(contract, code),
    kind: 'error',
    title: code,
    description: meaning,
    contract,
    words: [String(status), STATUS_CODES[status] ?? ''],
    intro: [
      meaning,
      {
        kind: 'facts',
        facts: [
          ['Status', statusText(status)],
          ['What to do', remedy],
          ['`message`', message.replaceAll(/\{(\w+)\}/g, '*$1*')],
        ],
      },
    ],
    main: ['## Returned by', returnedBy(contract, code)],
  }));
}

/** Lists all error codes by status. */
export function errorList(contract: Contract): Page {
  const codes = Object.entries(contract.errors);
  const byStatus = [...Map.groupBy(codes, ([, { status }]) => status)].sort(([a], [b]) => a - b);
  return {
    address: inSite(contract, 'errors.html'),
    kind: 'list',
    title: 'Error codes',
    description: 'Every error code: its meaning and what to do.',
    contract,
    intro: ['Branch on `error`; `message` is for people and may change.'],
    main: byStatus.flatMap(([status, ofStatus]) => [
      `## ${statusText(status)}`,
      `| Code | Meaning |\n|---|---|\n${ofStatus
        .map(([code, { meaning }]) => `| \`${code}\` | ${cell(meaning)} |\n`)
        .join('')}`,
    ]),
  };
}

function returnedBy(contract: Contract, code: string): string {
  const all = [...contract.described];
  const returning = all.filter(([id]) => contract.operations[id]?.errors.includes(code));
  if (returning.length === 0) return 'Requests that reach no operation.';
  if (returning.length === all.length) return 'Every operation.';
  return operationList(
    contract,
    returning.map(([id]) => id),
  );
}

/** Lists operations with their methods, as Markdown. */
export function operationList(contract: Contract, ids: readonly string[]): string {
  return ids
    .map((id) => {
      const { method = '', path = '' } = contract.operations[id] ?? {};
      const summary = contract.described.get(id)?.operation.summary ?? id;
      return `- [${summary}](/${operationAddress(contract, id)}) \`${method} ${path}\`\n`;
    })
    .join('');
}

function statusText(status: number): string {
  return `${status} ${STATUS_CODES[status]}`;
}
