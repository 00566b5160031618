import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { apiVersion } from '../src/index.ts';
import { booking, paidIntent, startForTest } from './support/stripe.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const types = fileURLToPath(new URL('support/answer-types.ts', import.meta.url));

/** Compiles the answers as literals of the SDK's types. Returns the compiler's errors. */
async function compile(answers: Record<string, unknown>): Promise<string> {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'stripe-answers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines = Object.entries(answers).map(([name, answer]) => {
    const { object } = answer as { object: string };
    return `export const ${name} = ${JSON.stringify(answer)} satisfies Answers['${object}'];`;
  });
  const specifier = relative(folder, types).replaceAll('\\', '/');
  writeFileSync(
    join(folder, 'answers.ts'),
    [`import type { Answers } from '${specifier}';`, ...lines].join('\n'),
  );
  const base = relative(folder, join(root, 'tsconfig.base.json'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: `./${base}`, files: ['answers.ts'] }),
  );
  const run = promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder]);
  return run.then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

async function allAnswers(): Promise<Record<string, unknown>> {
  const { standIn, account, stripe } = await startForTest();
  standIn.createPromotionCode(account, { code: 'GRATIS', percentOff: 100 });
  const taxRate = await stripe.taxRates.create({ display_name: 'MwSt.', percentage: 19, inclusive: true });
  const create = async () => {
    const session = await stripe.checkout.sessions.create(booking());
    return session;
  };
  const read = (id: string) =>
    stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });

  const open = await create();
  const declined = await create();
  standIn.fail(declined.id);
  const free = await create();
  standIn.pay(free.id, { promotionCode: 'GRATIS' });
  const expired = await create();
  await stripe.checkout.sessions.expire(expired.id);
  const debit = await create();
  standIn.pay(debit.id, { method: 'sepa_debit' });
  const debitUnderWay = await read(debit.id);
  standIn.finishDebit(debit.id, 'failed');
  const paid = await create();
  standIn.pay(paid.id, { method: 'paypal' });
  const paidRead = await read(paid.id);
  const payment_intent = await paidIntent(stripe, paid.id);
  standIn.disturb('refunds.create', 'pending');
  const refund = await stripe.refunds.create({ payment_intent });
  standIn.finishRefund(refund.id, 'failed');
  const dispute = standIn.dispute(paid.id);
  standIn.closeDispute(dispute.id, 'lost');

  const [firstEvent] = standIn.events(account);
  const eventObjects = standIn.events(account).map(({ data }, index) => [`event${index}`, data.object]);
  return {
    taxRate,
    taxRates: await stripe.taxRates.list(),
    open,
    declined: await read(declined.id),
    free: await read(free.id),
    expired: await read(expired.id),
    debitUnderWay,
    debitFailed: await read(debit.id),
    paid: paidRead,
    intent: await stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge'] }),
    refund,
    refunds: await stripe.refunds.list({ payment_intent, expand: ['data.charge'] }),
    firstEvent: { ...firstEvent, data: {} },
    ...Object.fromEntries(eventObjects),
  };
}

test('every answer is of the SDK’s types: no unknown field, no value that is not listed', async () => {
  expect(apiVersion).toBe(Stripe.API_VERSION);
  expect(await compile(await allAnswers())).toBe('');
});

test('the compiler notices an unknown field, a value that is not listed, and a field that is missing', async () => {
  const { stripe } = await startForTest();
  const session = await stripe.checkout.sessions.create(booking());
  const { url: _, ...withoutUrl } = session;
  const errors = await compile({
    unknown: { ...session, paid_at: 1 },
    nested: { ...session, total_details: { ...session.total_details, amount_gift: 1 } },
    unlisted: { ...session, status: 'done' },
    missing: withoutUrl,
  });
  for (const name of ['paid_at', 'amount_gift', '"done"', 'url']) expect(errors).toContain(name);
  expect(errors.match(/error TS/g)).toHaveLength(4);
});
