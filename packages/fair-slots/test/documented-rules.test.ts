import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type SlotRule, slotRules } from '../src/index.ts';

const root = new URL('../../../', import.meta.url);

/** Returns a text of the repository in one line. */
const textOf = async (path: string) => (await readFile(new URL(path, root), 'utf8')).replaceAll(/\s+/g, ' ');

const { requests, group, largeBodies, deliveries } = slotRules;

const names: Record<keyof typeof slotRules, string> = {
  requests: 'requests',
  group: 'requests of a group',
  largeBodies: 'large bodies',
  lookUps: 'look-ups of keys and links',
  documents: 'rendering of documents',
  deliveries: 'attempts to deliver events',
  failedAttempts: 'recording of failed attempts',
};

/** Rules that depend on other settings. */
const others: Partial<Record<keyof typeof slotRules, Partial<Record<keyof SlotRule, string>>>> = {
  // Deliveries take free slots, and wait in the database.
  deliveries: { waiting: 'none' },
  group: { ofCompany: '`x-concurrency`', maxWaitMs: '`x-concurrency`' },
  documents: { slots: 'half of the processors' },
};

const numbers = new Intl.NumberFormat('en');

function cell(value: number | string | undefined): string {
  if (value === Number.POSITIVE_INFINITY) return 'any number';
  return typeof value === 'number' ? numbers.format(value) : (value ?? '');
}

test.each(Object.keys(slotRules) as (keyof typeof slotRules)[])(
  'the architecture shows the slots of %s',
  async (name) => {
    const rule: SlotRule = slotRules[name];
    const { waiting, waitingOfCompany, maxWaitMs } = rule;
    const columns = {
      slots: rule.slots,
      ofCompany: rule.ofCompany ?? 'all',
      whileOthersRun: rule.whileOthersRun,
      ofAnonymous: rule.ofAnonymous,
      waiting: waiting ? `${cell(waiting)}, ${cell(waitingOfCompany)}` : 'any number',
      maxWaitMs: maxWaitMs && `${maxWaitMs / 1000} s`,
      retryAfterSeconds: rule.retryAfterSeconds && `${rule.retryAfterSeconds} s`,
    };
    const cells = Object.entries({ ...columns, ...others[name] }).map(([, value]) => cell(value));
    expect(await textOf('docs/architecture.md')).toContain(
      `| ${[names[name], ...cells].join(' | ')} |`.replaceAll(/\s+/g, ' '),
    );
  },
);

const seconds = (rule: { maxWaitMs: number }) => rule.maxWaitMs / 1000;
const parts = { '25 %': 'a quarter', '50 %': 'half', '75 %': 'three quarters' };

test.each([
  ['docs/architecture.md', `All groups together have ${parts[requests.ofGroups]} of the slots for requests`],
  [
    'openapi/guides/errors.md',
    `Up to ${requests.waitingOfCompany} further requests wait, for up to ${seconds(requests)} seconds each`,
  ],
  ['openapi/guides/errors.md', `receives up to ${largeBodies.ofCompany} of a company at the same time`],
  [
    'openapi/guides/documents.md',
    `Up to ${group.waitingOfCompany === 10 ? 'ten' : ''} further requests wait`,
  ],
  ['docs/operation.md', `At most ${cell(deliveries.slots)} are in flight`],
  ['packages/webhook-delivery/README.md', `has up to ${cell(deliveries.slots)} attempts in flight`],
])('%s says: %s', async (path, sentence) => {
  expect(await textOf(path)).toContain(sentence);
});
