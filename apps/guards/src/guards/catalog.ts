import type { Guard } from '../guard.ts';

const api = 'apps/api/src';
const reader = 'packages/price-list/src';
const readerTests = 'packages/price-list/test';

export const catalogGuards: readonly Guard[] = [
  {
    name: 'the number of reported errors of an import is limited',
    file: `${api}/price-lists/price-list-result.ts`,
    find: 'Math.max(2, maxErrors - count)',
    replace: 'maxErrors',
    tests: ['price-lists/imports'],
  },
  {
    name: 'a product is found only in the collection of its type',
    file: `${api}/materials/material-records.ts`,
    find: 'materialType !== type',
    replace: 'false',
    tests: ['materials/new-products'],
  },
  {
    name: 'a selling price that is sent back as read follows the VAT rate of its product',
    file: `${api}/materials/selling-prices.ts`,
    find: 'vatRate: vatRate === ofProduct ? null : vatRate',
    replace: 'vatRate',
    tests: ['materials/prices'],
  },
  {
    name: 'contradictory product data is rejected',
    file: `${api}/materials/material-records.ts`,
    find: 'problems.length > 0',
    replace: 'false',
    tests: ['materials/conflicting-values'],
  },
  {
    name: 'a new price raises no event',
    file: `${api}/materials/material-events.ts`,
    find: '.some((field) => field in changes)',
    replace: '.length > 0 && changes !== undefined',
    tests: ['materials/events', 'price-lists/imports'],
  },
  {
    name: 'a dry run of a price list changes nothing',
    file: `${api}/price-lists/price-list-handlers.ts`,
    find: '!dryRun && ',
    replace: '',
    tests: ['price-lists/imports'],
  },
  {
    name: 'with allOrNothing, one failed row rolls back the import',
    file: `${api}/price-lists/price-list-handlers.ts`,
    find: "status !== 'FAILED'",
    replace: 'status !== undefined',
    tests: ['price-lists/imports'],
  },
  {
    name: 'two rows of a price list cannot match the same product',
    file: `${api}/price-lists/plan/row-targets.ts`,
    find: 'if (duplicateNumber) return duplicateNumber;',
    replace: '',
    tests: ['price-lists/matching'],
  },
  {
    name: 'processes do not import concurrently for one company',
    file: `${api}/price-lists/price-list-handlers.ts`,
    find: 'if (!dryRun) await lockImports(db);',
    replace: 'lockImports;',
    tests: ['price-lists/concurrency'],
  },
  {
    name: 'a price list matches only products of its supplier',
    file: `${api}/price-lists/match/find-products.ts`,
    find: 'supplier === null',
    replace: 'supplier !== undefined',
    tests: ['price-lists/matching'],
  },
  {
    name: 'prices with an unknown unit are rejected',
    file: `${reader}/check-row.ts`,
    find: 'row.purchasePrice ?? row.listPrice)',
    replace: 'row.errors.length < 0)',
    tests: ['price-lists/files', `${readerTests}/csv-quantities`],
  },
  {
    name: 'a surcharge that is not included in the price raises a warning',
    file: `${reader}/check-row.ts`,
    find: 'surcharge !== undefined && (purchasePrice ?? listPrice)',
    replace: 'surcharge === null',
    tests: ['price-lists/files', `${readerTests}/surcharges`],
  },
  {
    name: 'in DATANORM 5, the price quantity follows the price mark',
    file: `${reader}/datanorm/record.ts`,
    find: 'price: { mark: at(6), quantity: plainQuantity(at(7)),',
    replace: 'price: { mark: at(7), quantity: plainQuantity(at(6)),',
    tests: ['price-lists/files', `${readerTests}/datanorm-5`],
  },
  {
    name: 'a product whose number is in the price list does not match a row with another number',
    file: `${api}/price-lists/plan/row-targets.ts`,
    find: 'numberKey === null || !numbered.has(id)',
    replace: 'true',
    tests: ['price-lists/matching'],
  },
  {
    name: 'a number that a row removes from a product no longer matches it',
    file: `${api}/price-lists/plan/row-targets.ts`,
    find: 'return current(id)?.[field] === products.get(id)?.[field];',
    replace:
      'return current !== undefined && products !== undefined && field !== undefined && id !== undefined;',
    tests: ['price-lists/matching'],
  },
  {
    name: 'rows with an article number take precedence over rows without one',
    file: `${api}/price-lists/plan/row-targets.ts`,
    find: 'articleNumber === undefined ? 2 : 1',
    replace: 'articleNumber === undefined ? 1 : 1',
    tests: ['price-lists/matching'],
  },
  {
    name: 'every operation of a catalog type has a handler',
    file: `${api}/materials/material-handlers.ts`,
    find: 'createPvModule: pvModules.create,',
    replace: '',
    typeError: "Property 'createPvModule' is missing",
  },
];
