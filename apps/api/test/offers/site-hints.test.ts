import type { Offer, Roof } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';
import { newWiredProject } from '../support/wired-project.ts';

const { newOfferCompany } = await openTestApi();
const company = await newOfferCompany();
const house = await newWiredProject(company);
const { done, read, customerId } = company;

const chimney = { type: 'CHIMNEY', x: 3.2, y: 2, width: 0.7, height: 0.7 } as const;
const skylight = { type: 'SKYLIGHT', x: 11, y: 0, width: 0.9, height: 1.2 } as const;

const ofLayout = ({ lineHints }: Offer) => lineHints.filter(({ code }) => code !== 'modules_not_wired');

/** A roof of 12 × 6 m with modules of 1.134 × 1.762 m. */
async function newRoof(obstacles: readonly Roof['obstacles'][number][]) {
  const roof = { name: 'Süd', roofType: 'GABLE', azimuth: 180, tilt: 30, width: 12, length: 6 } as const;
  const { id: projectId, roofs } = await done(
    'createProject',
    {},
    { customerId, roofs: [{ ...roof, obstacles: [...obstacles] }] },
  );
  const roofId = roofs[0]?.id ?? '';
  const field = (ref: string, columns: number, offsetX: number) => ({
    ref,
    materialId: house.v9Module,
    roofId,
    quantity: 2 * columns,
    orientation: 'PORTRAIT' as const,
    rows: 2,
    columns,
    offsetX,
    offsetY: 0.5,
  });
  return { projectId, roofId, field };
}

test('names modules over obstacles and beyond the edges, until the roof or the layout is changed', async () => {
  const { projectId, roofId, field } = await newRoof([chimney, skylight]);
  const offer = await done(
    'createOffer',
    {},
    { projectId, modules: [field('over', 6, 0.5), field('beyond', 4, 7.6)] },
  );
  const hints = [
    { code: 'module_over_obstacle', ref: 'over', message: '2 modules over a chimney at 3.2, 2 m.' },
    {
      code: 'module_outside_roof',
      ref: 'beyond',
      message: '2 modules beyond the edges of the roof of 12 × 6 m.',
    },
    { code: 'module_over_obstacle', ref: 'beyond', message: '2 modules over a skylight at 11, 0 m.' },
  ];
  expect(ofLayout(offer)).toEqual(hints);
  expect(ofLayout(await read(offer.id))).toEqual(hints);
  expect(ofLayout(await done('publishOffer', { id: offer.id }))).toEqual(hints);
  await done('updateRoof', { id: projectId, roofId }, { width: 12.3, obstacles: [skylight] });
  expect(ofLayout(await read(offer.id))).toEqual(hints.slice(2));
});

test('modules that only touch an edge, an obstacle or a field are no hint, nor are those that are not laid out', async () => {
  const { projectId, field } = await newRoof([{ ...chimney, x: 0.5 + 5 * 1.154, y: 0.5 }]);
  const beside = field('beside', 5, 0.5);
  const above = { ...beside, ref: 'above', quantity: 5, rows: 1, offsetY: 0.5 + 2 * 1.762 + 0.02 };
  const body = { projectId, modules: [beside, above, { ...field('loose', 9, 0), offsetX: null }] };
  expect(ofLayout(await done('createOffer', {}, body))).toEqual([]);
});

test('names modules that lie over those of a line before theirs', async () => {
  const { projectId, field } = await newRoof([]);
  const first = { ...field('first', 5, 0.5), quantity: 7 };
  const second = { ...field('second', 4, 3), offsetY: 1.5 };
  const over = await done('createOffer', {}, { projectId, modules: [first, second] });
  const hint = { code: 'module_over_module', ref: 'second', message: '3 modules over those of first.' };
  expect(ofLayout(over)).toEqual([hint]);
  const beside = await done('createOffer', {}, { projectId, modules: [first, { ...second, offsetX: 6.3 }] });
  expect(ofLayout(beside)).toEqual([]);
});

test('names an inverter whose strings have an error, which depends on the lowest temperature of the project', async () => {
  const offer = await house.offerOf({
    ...house.wired('1 south 24'),
    modules: [house.field('south', 24)],
  });
  const message =
    "R1, 1.1.1: Open-circuit voltage 1027.82 V at -10 °C exceeds the inverter's maximum DC voltage of 1000 V.";
  const hint = { code: 'wiring_error', ref: 'wr', message };
  expect(offer.lineHints).toEqual([hint]);
  expect((await done('publishOffer', { id: offer.id })).lineHints).toEqual([hint]);
  await done('updateProject', { id: house.project.id }, { designTempMin: 5 });
  expect((await read(offer.id)).lineHints).toEqual([]);
});
