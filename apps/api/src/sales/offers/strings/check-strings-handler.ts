import type { Body, StringLengths } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { type Handlers, invalidRequest } from '@pv-planning/server-kit';
import { stringLengthRange } from '@pv-planning/string-planner';
import { requireTemperatureOrder } from '../../../crm/projects/project-records.ts';
import { limitOf } from '../../../kernel/contract/contract-document.ts';
import type { PublicContract } from '../../../kernel/contract/public-contract.ts';
import type { Context } from '../../../kernel/handler-context.ts';
import { loadLineSources } from '../lines/line-sources.ts';
import { mergeLines } from '../lines/merge-lines.ts';
import { shownLine } from '../lines/show-lines.ts';
import type { LineGroup } from '../model/line-groups.ts';
import { type OfferPlant, plantOf, type WiredLines } from '../model/offer-plant.ts';
import { requestedLines } from '../model/requested-lines.ts';
import { designTemperatures, planStringsOf } from './plan-strings.ts';

export const checkStringsHandlers: Pick<Handlers<PublicContract, Context>, 'checkStrings'> = {
  /** Plans between its steps, because planning can take a long time. */
  async checkStrings({ body, signal }, { step, finish }) {
    const { lines, plant } = await step(({ snapshot }) => snapshot((db) => readPlant(db, body)));
    const stringLengths = stringLengthsOf(lines, plant);
    const { strings: _strings, ...planned } = await planStringsOf(lines, plant, signal);
    return finish(async () => ({ status: 200 as const, body: { ...planned, stringLengths } }));
  },
};

interface RequestedPlant {
  lines: WiredLines;
  plant: OfferPlant;
}

/** @throws 400 `invalid_request`, `unknown_reference`, `dangling_ref`, as for the lines of an offer */
async function readPlant(db: CompanyQueries, body: Body<'checkStrings'>): Promise<RequestedPlant> {
  const lines = await linesOf(db, body);
  const temperatures = await designTemperatures(db, body);
  requireTemperatureOrder(temperatures);
  const placeOf = (_line: unknown, index: number) => {
    const { azimuth = null, tilt = 0 } = body.modules[index] ?? {};
    return { roofId: null, azimuth, tilt };
  };
  return { lines, plant: plantOf(lines, placeOf, temperatures) };
}

/** The lines that an offer with these modules and inverters would have, whatever they cost and even if they are archived. */
async function linesOf(
  db: CompanyQueries,
  { modules, inverters }: Body<'checkStrings'>,
): Promise<WiredLines> {
  const inputs = requestedLines({
    modules: modules.map(({ azimuth: _azimuth, tilt: _tilt, ...line }) => ({ ...line, price: 0 })),
    inverters: inverters.map((line) => ({ ...line, price: 0 })),
  });
  const { products, services } = await loadLineSources(db, inputs, { projectId: null, siteId: null });
  const sold = [...products].map(([id, product]) => [id, { ...product, archived: false }] as const);
  const merged = mergeLines({
    before: [],
    inputs,
    replaced: ['modules', 'inverters'],
    sources: { products: new Map(sold), services },
    changedAt: '',
  });
  function shown<Group extends LineGroup>(group: Group) {
    const settings = { vatMode: 'STANDARD', createdAt: new Date().toISOString() } as const;
    return merged.filter(({ lineGroup }) => lineGroup === group).map(shownLine(group, settings));
  }
  return { modules: shown('modules'), inverters: shown('inverters') };
}

const maxLengths = limitOf('StringCheckResult', 'stringLengths', 'maxItems');

/** The string lengths for each tracker and module, once for equal products. @throws 400 `invalid_request` if there are too many */
function stringLengthsOf({ modules, inverters }: WiredLines, { plant }: OfferPlant): StringLengths[] {
  const moduleIds = new Map(modules.map(({ materialId }, index) => [materialId, plant.modules[index]]));
  const inverterIds = new Map(inverters.map(({ materialId }, index) => [materialId, plant.inverters[index]]));
  const trackers = [...inverterIds].flatMap(([inverterId, inverter]) =>
    (inverter?.product.mppTrackers ?? []).map((limits, index) => ({ inverterId, inverter, limits, index })),
  );
  if (trackers.length * moduleIds.size > maxLengths) {
    const message = `must not have more than ${maxLengths} pairs of different modules and MPP trackers, but has ${trackers.length * moduleIds.size}`;
    throw invalidRequest({ in: 'body', path: '/modules', code: 'maxItems', message });
  }
  return trackers.flatMap(({ inverterId, inverter, limits, index }) =>
    [...moduleIds].flatMap(([moduleId, line]) => {
      if (!inverter || !line) return [];
      const { min, max } = stringLengthRange(line.product, inverter, limits, plant);
      return { inverterId, mppTracker: index + 1, moduleId, min, max: Number.isFinite(max) ? max : null };
    }),
  );
}
