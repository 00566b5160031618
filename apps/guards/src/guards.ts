/** Removes part of a source file, so that a check must fail. */
interface Mutation {
  name: string;
  /** Relative to the root of the repository. */
  file: string;
  /** The first occurrence is replaced. */
  find: string | RegExp;
  replace: string;
}

/** A guard of the service whose removal must fail tests. */
interface TestedGuard extends Mutation {
  /** Paths in `apps/api/test`, or in the repository for packages, without `.test.ts`. */
  tests: readonly string[];
}

/** Code that must not compile without a part of it. */
interface CompiledGuard extends Mutation {
  /** Part of the error that the type check of the file's workspace must report. */
  typeError: string;
}

export type Guard = TestedGuard | CompiledGuard;

/** Returns a source without the guard; unchanged if it does not contain the guard. */
export function withoutGuard({ find, replace }: Guard, source: string): string {
  return source.replace(find, () => replace);
}

const kit = 'packages/server-kit/src';
const api = 'apps/api/src';
const reader = 'packages/price-list/src';
const readerTests = 'packages/price-list/test';
const delivery = 'packages/webhook-delivery/src';
const dispatch = `${delivery}/dispatch`;
const deliveryTests = 'packages/webhook-delivery/test';
const kitTests = 'packages/server-kit/test';

export const guards: readonly Guard[] = [
  {
    name: 'a revoked key is refused',
    file: `${api}/authentication/api-key-lookup.ts`,
    find: ".where('revokedAt', 'is', null)",
    replace: '',
    tests: ['authentication'],
  },
  {
    name: 'an operation needs its scope',
    file: `${kit}/admission/caller.ts`,
    find: '!caller.hasScope(scope)',
    replace: 'false',
    tests: ['scopes'],
  },
  {
    name: 'a write scope includes reading, and only that of its resource',
    file: `${api}/authentication/api-key-lookup.ts`,
    find: "granted.includes(scope.replace(/^read:/, 'write:'))",
    replace: "granted.some((grant) => grant.startsWith('write:'))",
    tests: ['scopes'],
  },
  {
    name: 'requests count against a limit',
    file: `${kit}/admission/rate-limit.ts`,
    find: 'window.used > requestsPerMinute',
    replace: 'window.used > 1_000_000_000',
    tests: ['rate-limit'],
  },
  {
    name: 'every statement is limited to the company',
    file: 'packages/database/src/company-scope/predicates.ts',
    find: /ReferenceNode\.create\(companyColumn, TableNode\.create\(table\)\),/,
    replace: 'company,',
    tests: ['company-isolation'],
  },
  {
    name: 'an id of another company is no reference',
    file: `${api}/references/references.ts`,
    find: 'unknown.length > 0',
    replace: 'false',
    tests: ['references'],
  },
  {
    name: 'a cursor is signed',
    file: `${kit}/paging/cursor.ts`,
    find: 'timingSafeEqual(bytes.subarray(0, macBytes), macOf(content, scope))',
    replace: 'true',
    tests: ['list-cursors'],
  },
  {
    name: 'a cursor belongs to its sort',
    file: `${kit}/paging/cursor.ts`,
    find: 'sort !== scope.sort',
    replace: 'false',
    tests: ['list-cursors'],
  },
  {
    name: 'a transaction that takes too long is rolled back',
    file: 'packages/database/src/open-database.ts',
    find: 'performance.now() - begun > transactionMs',
    replace: 'false',
    tests: ['time-outs'],
  },
  {
    name: 'requests are held against the contract',
    file: `${kit}/contract-api.ts`,
    find: 'problems.length > 0',
    replace: 'false',
    tests: ['request-validation'],
  },
  {
    name: 'a body is of bounded size',
    file: `${kit}/contract-api.ts`,
    find: 'const mebibyte = 1024 * 1024',
    replace: 'const mebibyte = 1024 * 1024 * 8',
    tests: [`${kitTests}/json-body`],
  },
  {
    name: 'a body is declared as JSON',
    file: `${kit}/request/json-body.ts`,
    find: "mediaType === 'application/json'",
    replace: 'mediaType',
    tests: [`${kitTests}/json-body`],
  },
  {
    name: 'a large body is not searched for all that is wrong with it',
    file: `${kit}/validation/contract-validator.ts`,
    find: 'const allErrorsUpTo = 8 * 1024',
    replace: 'const allErrorsUpTo = 8 * 1024 * 1024',
    tests: [`${kitTests}/hostile-bodies`],
  },
  {
    name: 'a letter has a bounded number of marks',
    file: `${kit}/request/normalize.ts`,
    find: 'hasLongerMarkRun(text, maxMarks)',
    replace: 'false',
    tests: [`${kitTests}/hostile-bodies`],
  },
  {
    name: 'text is brought to NFC',
    file: `${kit}/request/normalize.ts`,
    find: "text.normalize('NFC')",
    replace: 'text',
    tests: ['text'],
  },
  {
    name: 'If-Match is compared',
    file: `${kit}/responses/entity-tag.ts`,
    find: "throw apiError('version_conflict')",
    replace: 'return',
    tests: ['versions'],
  },
  {
    name: 'If-None-Match is compared',
    file: `${kit}/responses/entity-tag.ts`,
    find: /tags\(ifNoneMatch\)\.includes\(tag\)/,
    replace: 'true',
    tests: ['versions'],
  },
  {
    name: 'an answer is kept under its idempotency key',
    file: `${kit}/idempotency/run-once.ts`,
    find: "case 'done':",
    replace: "case 'never' as 'done':",
    tests: ['idempotency'],
  },
  {
    name: 'an idempotency key belongs to one request',
    file: `${kit}/idempotency/run-once.ts`,
    find: 'reservation.fingerprint !== requestFingerprint',
    replace: 'false',
    tests: ['idempotency'],
  },
  {
    name: 'the answers kept for a company are bounded',
    file: `${api}/idempotency/stored-response-limit.ts`,
    find: 'count.bytes >= maxBytes',
    replace: 'false',
    tests: ['stored-responses'],
  },
  {
    name: 'a company leaves slots to others',
    file: `${kit}/admission/tenant-slots.ts`,
    find: 'requests.running < limitOf(tenant)',
    replace: 'true',
    tests: [`${kitTests}/tenant-slots`],
  },
  {
    name: 'a body has a least speed',
    file: `${kit}/request/upload-speed.ts`,
    find: 'if (credit > 0) return;',
    replace: 'return;',
    tests: [`${kitTests}/upload-speed`],
  },
  {
    name: 'a response has to be read in time',
    file: `${kit}/contract-api.ts`,
    find: 'disconnectUnlessRead(response, responseTimeoutMs);',
    replace: '',
    tests: [`${kitTests}/request-lifetime`],
  },
  {
    name: 'an object has a bounded number of keys',
    file: `${kit}/request/json-limits.ts`,
    find: 'keys > maxKeys',
    replace: 'false',
    tests: [`${kitTests}/hostile-bodies`],
  },
  {
    name: 'an idempotency key expires',
    file: `${api}/idempotency/idempotency-records.ts`,
    find: /where idempotency_key\.created_at .*/,
    replace: 'where false',
    tests: ['idempotency'],
  },
  {
    name: 'the row of a record is locked while it and its parts change',
    file: `${api}/records/record-table.ts`,
    find: '.forNoKeyUpdate()',
    replace: '',
    tests: ['roofs', 'versions'],
  },
  {
    name: 'a PATCH that changes nothing is silent',
    file: `${api}/records/changed-fields.ts`,
    find: 'changed.length > 0',
    replace: 'true',
    tests: ['patch'],
  },
  {
    name: 'a customer keeps a name',
    file: `${api}/customers/customer-records.ts`,
    find: /if \(nameFields\.some\(.*\)\) return;/,
    replace: 'if (nameFields) return;',
    tests: ['customers'],
  },
  {
    name: 'a project has no more than so many roofs',
    file: `${api}/projects/roof-handlers.ts`,
    find: 'before.roofs.length >= maxRoofs',
    replace: 'false',
    tests: ['roofs'],
  },
  {
    name: 'a product is found in the collection of its kind alone',
    file: `${api}/materials/material-records.ts`,
    find: 'materialType !== type',
    replace: 'false',
    tests: ['materials/new-products'],
  },
  {
    name: 'data that contradicts itself is refused',
    file: `${api}/materials/material-records.ts`,
    find: 'contradictions.length > 0',
    replace: 'false',
    tests: ['materials/conflicting-values'],
  },
  {
    name: 'a new price is no event',
    file: `${api}/materials/material-events.ts`,
    find: '.some((field) => field in changes)',
    replace: '.length > 0 && changes !== undefined',
    tests: ['materials/events', 'price-lists/imports'],
  },
  {
    name: 'a site has one price for a product',
    file: `${api}/references/one-per-site.ts`,
    find: 'second < 0',
    replace: 'true',
    tests: ['materials/prices'],
  },
  {
    name: 'what others name cannot be deleted, and the answer says why',
    file: `${api}/sql/database-errors.ts`,
    find: 'isReferenced(error) && inUse !== undefined',
    replace: 'false',
    tests: ['materials/references'],
  },
  {
    name: 'a price has five decimals at most',
    file: `${api}/contract/format-validators.ts`,
    find: 'pattern.test(String(value))',
    replace: 'pattern.test(String(Math.round(value)))',
    tests: ['services'],
  },
  {
    name: 'a dry run of a price list changes nothing',
    file: `${api}/price-lists/price-list-handlers.ts`,
    find: '!dryRun && ',
    replace: '',
    tests: ['price-lists/imports'],
  },
  {
    name: 'with allOrNothing a row that fails leaves all undone',
    file: `${api}/price-lists/price-list-handlers.ts`,
    find: "status !== 'FAILED'",
    replace: 'status !== undefined',
    tests: ['price-lists/imports'],
  },
  {
    name: 'no two rows of a price list mean the same product',
    file: `${api}/price-lists/plan/row-targets.ts`,
    find: 'if (duplicateNumber) return duplicateNumber;',
    replace: '',
    tests: ['price-lists/matching'],
  },
  {
    name: 'imports of a company wait for each other without a connection',
    file: `${kit}/contract-api.ts`,
    find: 'operation.oneAtATime ? tenantSlots(',
    replace: 'false ? tenantSlots(',
    tests: ['price-lists/concurrency'],
  },
  {
    name: 'no two processes import for one company at a time',
    file: `${api}/price-lists/price-list-handlers.ts`,
    find: 'if (!dryRun) await lockImports(db);',
    replace: 'lockImports;',
    tests: ['price-lists/concurrency'],
  },
  {
    name: 'a price list finds products of its supplier alone',
    file: `${api}/price-lists/match/find-products.ts`,
    find: 'supplier === null',
    replace: 'supplier !== undefined',
    tests: ['price-lists/matching'],
  },
  {
    name: 'a price beside an unknown unit is refused',
    file: `${reader}/check-row.ts`,
    find: 'row.purchasePrice ?? row.listPrice)',
    replace: 'row.errors.length < 0)',
    tests: ['price-lists/files', `${readerTests}/csv-quantities`],
  },
  {
    name: 'a price does not include the surcharge beside it, and says so',
    file: `${reader}/check-row.ts`,
    find: 'surcharge !== undefined && (purchasePrice ?? listPrice)',
    replace: 'surcharge === null',
    tests: ['price-lists/files', `${readerTests}/surcharges`],
  },
  {
    name: 'in DATANORM 5 the price quantity comes after the price mark',
    file: `${reader}/datanorm/record.ts`,
    find: 'price: { mark: at(6), quantity: plainQuantity(at(7)),',
    replace: 'price: { mark: at(7), quantity: plainQuantity(at(6)),',
    tests: ['price-lists/files', `${readerTests}/datanorm-5`],
  },
  {
    name: 'a product whose number stands in a price list is not taken for a row with another',
    file: `${api}/price-lists/plan/row-targets.ts`,
    find: 'numberKey === null || !numbered.has(id)',
    replace: 'true',
    tests: ['price-lists/matching'],
  },
  {
    name: 'what a row of a price list takes from a product finds it no more',
    file: `${api}/price-lists/plan/row-targets.ts`,
    find: 'return current(id)?.[field] === products.get(id)?.[field];',
    replace:
      'return current !== undefined && products !== undefined && field !== undefined && id !== undefined;',
    tests: ['price-lists/matching'],
  },
  {
    name: 'a row without an article number gives way to a row with one',
    file: `${api}/price-lists/plan/row-targets.ts`,
    find: 'articleNumber === undefined ? 2 : 1',
    replace: 'articleNumber === undefined ? 1 : 1',
    tests: ['price-lists/matching'],
  },
  {
    name: 'a pattern in a search stands for itself',
    file: `${api}/lists/text-search.ts`,
    find: /\.replaceAll\(.*\)\}%/,
    replace: '}%',
    tests: ['list-filters'],
  },
  {
    name: 'equal records are ordered by id',
    file: `${api}/lists/list-pages.ts`,
    find: "rows.orderBy(field, direction).orderBy('id', direction)",
    replace: 'rows.orderBy(field, direction)',
    tests: ['list-order'],
  },
  {
    name: 'a key sees events of what it may read',
    file: `${api}/events/event-handlers.ts`,
    find: 'hasScope(events[type].scope)',
    replace: 'hasScope !== undefined && type in events',
    tests: ['events'],
  },
  {
    name: 'events are shown as far back as all are kept',
    file: `${api}/events/event-handlers.ts`,
    find: "* interval '1 day'",
    replace: "* interval '25 hours'",
    tests: ['events'],
  },
  {
    name: 'an event holds no more than its fields',
    file: `${api}/transactions/database-transactions.ts`,
    find: /return Object\.fromEntries\(events\[type\]\.fields.*\);/,
    replace: 'return values;',
    tests: ['customers', 'projects'],
  },
  {
    name: "a fault's rows stay out of the log",
    file: `${kit}/responses/error-responses.ts`,
    find: 'loggedError(fault)',
    replace: 'fault',
    tests: ['log'],
  },
  {
    name: 'what a dispatcher has claimed and not sent is handed back',
    file: `${dispatch}/claim/hand-back.ts`,
    find: 'if (claims.length === 0) return;',
    replace: 'return;',
    tests: [`${deliveryTests}/graceful-stop`],
  },
  {
    name: 'halves of a cent are rounded away from zero',
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
    name: 'storing other strings raises offer.updated',
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
    name: 'the last day of an offer counts in full',
    file: `${api}/offers/lifecycle/offer-validity.ts`,
    find: 'validTo < germanDayOf(now)',
    replace: 'validTo <= germanDayOf(now)',
    tests: ['german-time'],
  },
  {
    name: 'one battery is active',
    file: `${api}/offers/line-operations/change-line.ts`,
    find: '{ ...other, active: false }',
    replace: 'other',
    tests: ['offers/changed-lines'],
  },
  {
    name: 'an archived product joins no offer',
    file: `${api}/offers/lines/line-checks.ts`,
    find: 'sources.products.get(materialId)?.archived)',
    replace: 'sources.products.get(materialId)?.archived === null)',
    tests: ['offers/lines'],
  },
  {
    name: 'an endpoint has no more requests at once than its owner allows, of however many dispatchers',
    file: `${dispatch}/claim/claim-statement.ts`,
    find: 'case when limited.in_flight_limit is not null then',
    replace: 'case when false then',
    tests: [`${deliveryTests}/fair-shares`],
  },
  {
    name: 'endpoints of a company take turns',
    file: `${dispatch}/claim/claim-statement.ts`,
    find: 'order by endpoint.claim_number',
    replace: 'order by endpoint.id',
    tests: [`${deliveryTests}/fair-shares`],
  },
  {
    name: 'companies take turns',
    file: `${dispatch}/claim/due-companies.ts`,
    find: 'order by min(endpoint.served_at)',
    replace: 'order by endpoint.company_id',
    tests: [`${deliveryTests}/fair-shares`],
  },
  {
    name: 'an attempt is counted once, and only while its lease is held',
    file: `${dispatch}/results/save-results.ts`,
    find: 'results.filter(isSettled)',
    replace: 'isSettled && [...results]',
    tests: [`${deliveryTests}/failures-in-a-row`],
  },
  {
    name: 'looking up the name is part of the ten seconds',
    file: `${dispatch}/send/attempt.ts`,
    find: 'deadline: begun + rules.timeoutMs',
    replace: 'deadline: performance.now() + rules.timeoutMs',
    tests: [`${deliveryTests}/slow-receivers`],
  },
  {
    name: 'nothing is sent before all that has expired is discarded',
    file: `${dispatch}/claim/renew-queue.ts`,
    find: 'if ((await discardExpired(transaction, { companyId, endpointId, rules })) > 0) return false;',
    replace: 'await discardExpired(transaction, { companyId, endpointId, rules });',
    tests: [`${deliveryTests}/pause-and-enable`],
  },
  {
    name: 'an event is written for endpoints of its company alone',
    file: `${delivery}/outbox/outbox-statement.ts`,
    find: /where endpoint\.company_id = .* and (?=endpoint\.state)/,
    replace: 'where ',
    tests: [`${deliveryTests}/one-company-a-statement`],
  },
  {
    name: 'what is recovered comes in the order in which it happened',
    file: `${delivery}/administration/recover-failed.ts`,
    find: /event_created_at\n\s+from gone/,
    replace: "now() + random() * interval '1 second' from gone",
    tests: [`${deliveryTests}/redelivery`],
  },
  {
    name: 'every operation of a catalog type has a handler',
    file: `${api}/materials/material-handlers.ts`,
    find: 'createPvModule: pvModules.create,',
    replace: '',
    typeError: "Property 'createPvModule' is missing",
  },
];
