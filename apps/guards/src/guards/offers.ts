import type { Guard } from '../guard.ts';

const api = 'apps/api/src';

export const offerGuards: readonly Guard[] = [
  {
    name: 'the texts of an offer are limited in sum',
    file: `${api}/offers/lines/write-lines.ts`,
    find: '  requireTextsWithinLimit(before, after);\n',
    replace: '',
    tests: ['offers/changed-lines'],
  },
  {
    name: 'a string plan that takes too long is stopped',
    file: `${api}/offers/strings/planning-threads.ts`,
    find: 'used > limits.maxCpuMs',
    replace: 'false',
    tests: ['offers/planning-threads'],
  },
  {
    name: 'an abandoned string plan is stopped',
    file: `${api}/offers/strings/planning-threads.ts`,
    find: "signal.addEventListener('abort', abort);",
    replace: '',
    tests: ['offers/planning-threads'],
  },
  {
    name: 'every operation on lines of offers has a handler',
    file: `${api}/offers/line-operations/line-handlers.ts`,
    find: "  createOfferBattery: lines.create('batteries'),\n",
    replace: '',
    typeError: "'createOfferBattery' is missing",
  },
  {
    name: 'every field of a new offer has a default',
    file: `${api}/offers/lifecycle/create-offer.ts`,
    find: '  introText: null,\n',
    replace: '',
    typeError: "'introText' is missing",
  },
  {
    name: 'a new offer stores every field of its request',
    file: `${api}/offers/lifecycle/create-offer.ts`,
    find: '      ...fields,\n',
    replace: '      ...fields,\n      introText: null,\n',
    tests: ['create'],
  },
  {
    name: 'half cents are rounded away from zero',
    file: `${api}/offers/pricing/amounts.ts`,
    find: 'Big.roundHalfUp',
    replace: 'Big.roundHalfEven',
    tests: ['offers/prices'],
  },
  {
    name: 'a state change raises no offer.updated',
    file: `${api}/offers/lifecycle/offer-transition.ts`,
    find: "  await raise('offer.state_changed'",
    replace: "  await raise('offer.updated', offer, changedAt);\n  await raise('offer.state_changed'",
    tests: ['offers/model'],
  },
  {
    name: 'storing different strings raises offer.updated',
    file: `${api}/offers/strings/apply-strings.ts`,
    find: "await raise('offer.updated', changed, changed.updatedAt);",
    replace: '',
    tests: ['offers/model'],
  },
  {
    name: 'an accepted offer keeps its project and customer',
    file: `${api}/offers/lifecycle/delete-offer.ts`,
    find: 'for (const { state } of offers) stateAfter',
    replace: 'for (const { state } of offers.slice(offers.length)) stateAfter',
    tests: ['offers/states'],
  },
  {
    name: 'an offer is valid until the end of its last day',
    file: `${api}/offers/lifecycle/offer-validity.ts`,
    find: 'validTo < germanDayOf(now)',
    replace: 'validTo <= germanDayOf(now)',
    tests: ['german-time'],
  },
  {
    name: 'an offer has only one active battery',
    file: `${api}/offers/line-operations/change-line.ts`,
    find: '{ ...other, active: false }',
    replace: 'other',
    tests: ['offers/changed-lines'],
  },
  {
    name: 'archived products cannot be added to offers',
    file: `${api}/offers/lines/line-checks.ts`,
    find: 'sources.products.get(materialId)?.archived)',
    replace: 'sources.products.get(materialId)?.archived === null)',
    tests: ['offers/lines'],
  },
];
