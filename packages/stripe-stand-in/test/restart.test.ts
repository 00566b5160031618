import { expect, onTestFinished, test } from 'vitest';
import { startStripeStandIn } from '../src/index.ts';
import { booking, sdk, temporaryDirectory } from './support/stripe.ts';

test('all that was answered outlives the stand-in, even if it is killed: accounts, sessions, saved responses and unsent events outlive the stand-in', async () => {
  const directory = temporaryDirectory();
  // Not closed before the other starts, as if it were killed.
  const before = await startStripeStandIn({ directory });
  onTestFinished(() => before.close());
  const account = before.createAccount();
  const key = { idempotencyKey: 'checkout:7:1' };
  before.holdWebhooks();
  const parameters = booking();
  const { id } = await sdk(before, account).checkout.sessions.create(parameters, key);
  before.pay(id);

  const after = await startStripeStandIn({ directory });
  onTestFinished(() => after.close());
  const stripe = sdk(after, account);
  expect(after.accounts()).toEqual([account]);
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
  const replayed = await stripe.checkout.sessions.create(parameters, key);
  expect(replayed.id).toBe(id);
  expect(replayed.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(after.events(account).map(({ type }) => type)).toEqual(['checkout.session.completed']);
});
