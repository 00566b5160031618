import { factsOf, textOf } from '@pv-planning/documents/testing';
import { describe, expect, test } from 'vitest';
import { firms, openFirms } from './firms/open-firms.ts';

const { openFirm } = await openFirms();

const euros = (amount: number) =>
  `${amount.toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} €`;

describe.each(Object.values(firms))('$name', async (firm) => {
  const { offers, done } = await openFirm(firm);

  test.each(Object.keys(firm.offers))('%s: letter and string plan can be printed', async (name) => {
    const offer = offers.get(name);
    if (!offer) throw new Error('the offer is missing');
    const letter = await done('generateOfferDocument', { id: offer.id });
    const plan = await done('generateStringPlan', { id: offer.id });
    expect(await textOf(Buffer.from(letter.content, 'base64'))).toContain(
      euros(offer.offerPrice).replace('-', '−'),
    );
    for (const { content } of [letter, plan])
      expect((await factsOf(Buffer.from(content, 'base64'))).cutOff).toEqual([]);
  });
});
