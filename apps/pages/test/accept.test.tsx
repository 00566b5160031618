import type { OfferPage } from '@pv-planning/contract/pages';
import { expect, test } from 'vitest';
import { AcceptScreen, OrderScreen } from '../src/offer/decide/accept.tsx';
import type { Draft } from '../src/offer/decide/draft.ts';
import { rendered } from './support/rendered.tsx';

const earlyStart = 'Ich verlange, dass die Arbeiten beginnen.';
const offer = {
  ...{ declarations: ['Es gilt der Zahlungsplan.', 'Ich bin Betreiber.'], groups: [], vatAmount: 0 },
  ...{
    company: { name: 'Sonnendach', address: null, phone: null, email: null },
    customer: { address: null },
    contact: null,
  },
  ...{
    installationAddress: null,
    consumerTexts: { earlyStart, withdrawalInstruction: 'Sie haben das Recht' },
  },
} as unknown as OfferPage;
const draft = { name: 'Maria Schneider', isEarly: false } as Draft;
const nothing = () => {};

test.each([false, true])(
  'who accepts sees the declarations of the offer, and the demand to begin early if it was made: %s',
  async (isEarly) => {
    const order = (
      <OrderScreen offer={offer} draft={{ ...draft, isEarly }} isSending={false} send={nothing} />
    );
    const text = (await rendered(order, { language: 'en' })).text();
    expect(text).toContain('Es gilt der Zahlungsplan. Ich bin Betreiber.');
    expect(text.includes(earlyStart)).toBe(isEarly);
  },
);

test('the demand to begin early is the text of the offer, which is not ticked beforehand', async () => {
  const accept = <AcceptScreen offer={offer} draft={draft} type={nothing} next={nothing} isRefused={false} />;
  const page = await rendered(accept, { language: 'de' });
  expect(page.text()).toContain(earlyStart);
  expect(page.body.querySelector('#early:checked')).toBeNull();
});
