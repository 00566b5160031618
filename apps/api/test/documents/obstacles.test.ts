import type { Document } from '@pv-planning/contract';
import type { OfferPage } from '@pv-planning/contract/pages';
import { textOf } from '@pv-planning/documents/testing';
import { expect, test } from 'vitest';
import { farm } from './firms/farm.ts';
import { fitter } from './firms/fitter.ts';
import { openFirms } from './firms/open-firms.ts';

const { openFirm } = await openFirms();

const textIn = ({ content }: Document) => textOf(Buffer.from(content, 'base64'));

test('obstacles stand on the letter, on the string plan and on the page of the customer', async () => {
  const { offers, done } = await openFirm(fitter);
  const { id = '' } = offers.get('two roofs with dormer and chimney') ?? {};
  const plan = await textIn(await done('generateStringPlan', { id }));
  const letter = await textIn(await done('generateOfferDocument', { id }));
  for (const text of [plan, letter])
    for (const obstacle of ['Gaube', 'Schornstein']) expect(text).toContain(obstacle);
  await done('publishOffer', { id });
  const { url } = await done('createOfferLink', { id });
  const page = (await (await fetch(url)).json()) as OfferPage;
  expect(page.roofs[0]?.obstacles).toEqual([
    { type: 'DORMER', x: 8.8, y: 1.2, width: 2, height: 2.4 },
    { type: 'CHIMNEY', x: 3.5, y: 5.2, width: 0.6, height: 0.6 },
  ]);
});

test('modules over an obstacle or beyond the edge of a roof are named on both papers', async () => {
  const { offers, done } = await openFirm(farm);
  const { id = '' } = offers.get('modules over a chimney and beyond the edge') ?? {};
  for (const operation of ['generateStringPlan', 'generateOfferDocument'] as const) {
    const text = await textIn(await done(operation, { id }));
    expect(text).toContain('2 Module reichen über den Rand des Daches');
    expect(text).toContain('2 Module liegen auf: Schornstein');
    expect(text).not.toContain('nicht maßstäblich');
  }
});
