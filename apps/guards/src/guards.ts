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
    name: 'revoked API keys are rejected',
    file: `${api}/authentication/api-key-lookup.ts`,
    find: ".where('revokedAt', 'is', null)",
    replace: '',
    tests: ['authentication'],
  },
  {
    name: 'operations require their scope',
    file: `${kit}/admission/caller.ts`,
    find: '!caller.hasScope(scope)',
    replace: 'false',
    tests: ['scopes'],
  },
  {
    name: 'a write scope includes the read scope of the same resource only',
    file: `${api}/authentication/api-key-lookup.ts`,
    find: "granted.includes(scope.replace(/^read:/, 'write:'))",
    replace: "granted.some((grant) => grant.startsWith('write:'))",
    tests: ['scopes'],
  },
  {
    name: 'the rate limit counts requests',
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
    name: 'references to records of another company are rejected',
    file: `${api}/references/references.ts`,
    find: 'unknown.length > 0',
    replace: 'false',
    tests: ['references'],
  },
  {
    name: 'cursors are signed',
    file: `${kit}/paging/cursor.ts`,
    find: 'timingSafeEqual(bytes.subarray(0, macBytes), macOf(content, scope))',
    replace: 'true',
    tests: ['list-cursors'],
  },
  {
    name: 'a cursor is valid only for its sort order',
    file: `${kit}/paging/cursor.ts`,
    find: 'sort !== scope.sort',
    replace: 'false',
    tests: ['list-cursors'],
  },
  {
    name: 'a generated key is on disk before the database depends on it',
    file: 'packages/embedded-postgres/src/data-directory/secret-file.ts',
    find: 'await sync(draft);',
    replace: '',
    tests: ['secret-key'],
  },
  {
    name: 'others cannot open the lock of the embedded database',
    file: 'packages/embedded-postgres/src/launch-lock.ts',
    find: 'makeDirectory(directory, 0o700)',
    replace: 'makeDirectory(directory, 0o755)',
    tests: ['packages/embedded-postgres/test/environments'],
  },
  {
    name: 'PostgreSQL does not get the environment of the service',
    file: 'packages/embedded-postgres/src/environment.ts',
    find: 'Object.fromEntries(variables)',
    replace: 'process.env',
    tests: ['packages/embedded-postgres/test/environments'],
  },
  {
    name: 'a change whose commit was not sent may be repeated',
    file: `${api}/transactions/database-transactions.ts`,
    find: ' && !isUnsent(error)',
    replace: '',
    tests: ['unavailable-database'],
  },
  {
    name: 'a lost connection does not hide the error of the commit',
    file: 'packages/database/src/camel-case-dialect.ts',
    find: 'if (!isUnreachable(error)) throw error',
    replace: 'throw error',
    tests: ['unavailable-database'],
  },
  {
    name: 'statements in use stay prepared',
    file: 'packages/database/src/least-recently-used.ts',
    find: 'if (value !== undefined)',
    replace: 'if (false)',
    tests: ['packages/database/test/connections'],
  },
  {
    name: 'replaced prepared statements are closed',
    file: 'packages/database/src/connections/statement-query.ts',
    find: "connection.close({ type: 'S', name: replaces });",
    replace: '',
    tests: ['packages/database/test/connections'],
  },
  {
    name: 'transactions that take too long are rolled back',
    file: 'packages/database/src/open-database.ts',
    find: 'performance.now() - begun > transactionMs',
    replace: 'false',
    tests: ['time-outs'],
  },
  {
    name: 'requests are validated against the contract',
    file: `${kit}/contract-api.ts`,
    find: 'problems.length > 0',
    replace: 'false',
    tests: ['request-validation'],
  },
  {
    name: 'the size of request bodies is limited',
    file: `${kit}/contract-api.ts`,
    find: 'const mebibyte = 1024 * 1024',
    replace: 'const mebibyte = 1024 * 1024 * 8',
    tests: [`${kitTests}/json-body`],
  },
  {
    name: 'request bodies must be declared as JSON',
    file: `${kit}/request/json-body.ts`,
    find: "mediaType === 'application/json'",
    replace: 'mediaType',
    tests: [`${kitTests}/json-body`],
  },
  {
    name: 'validation of a large body stops at the first error',
    file: `${kit}/validation/contract-validator.ts`,
    find: 'const allErrorsUpTo = 8 * 1024',
    replace: 'const allErrorsUpTo = 8 * 1024 * 1024',
    tests: [`${kitTests}/hostile-bodies`],
  },
  {
    name: 'the number of combining marks on a letter is limited',
    file: `${kit}/request/normalize.ts`,
    find: 'hasLongerMarkRun(text, maxMarks)',
    replace: 'false',
    tests: [`${kitTests}/hostile-bodies`],
  },
  {
    name: 'text is normalized to NFC',
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
    name: 'responses are stored under their idempotency key',
    file: `${kit}/idempotency/run-once.ts`,
    find: "case 'done':",
    replace: "case 'never' as 'done':",
    tests: ['idempotency'],
  },
  {
    name: 'an idempotency key is valid for one request only',
    file: `${kit}/idempotency/run-once.ts`,
    find: 'reservation.fingerprint !== requestFingerprint',
    replace: 'false',
    tests: ['idempotency'],
  },
  {
    name: 'the stored responses of a company are limited',
    file: `${api}/idempotency/stored-response-limit.ts`,
    find: 'count.bytes >= maxBytes',
    replace: 'false',
    tests: ['stored-responses'],
  },
  {
    name: 'one company cannot take all slots',
    file: `${kit}/admission/tenant-slots.ts`,
    find: 'requests.running < limitOf(tenant)',
    replace: 'true',
    tests: [`${kitTests}/tenant-slots`],
  },
  {
    name: 'slow request bodies are aborted',
    file: `${kit}/request/upload-speed.ts`,
    find: 'if (credit > 0) return;',
    replace: 'return;',
    tests: [`${kitTests}/upload-speed`],
  },
  {
    name: 'responses that are not read in time are aborted',
    file: `${kit}/contract-api.ts`,
    find: 'disconnectUnlessRead(response, responseTimeoutMs);',
    replace: '',
    tests: [`${kitTests}/request-lifetime`],
  },
  {
    name: 'the number of keys of an object is limited',
    file: `${kit}/request/json-limits.ts`,
    find: 'keys > maxKeys',
    replace: 'false',
    tests: [`${kitTests}/hostile-bodies`],
  },
  {
    name: 'idempotency keys expire',
    file: `${api}/idempotency/idempotency-records.ts`,
    find: /where idempotency_key\.created_at .*/,
    replace: 'where false',
    tests: ['idempotency'],
  },
  {
    name: 'a record is locked while it or its parts change',
    file: `${api}/records/record-table.ts`,
    find: '.forNoKeyUpdate()',
    replace: '',
    tests: ['roofs', 'versions'],
  },
  {
    name: 'a PATCH without changes raises no event',
    file: `${api}/records/changed-fields.ts`,
    find: 'changed.length > 0',
    replace: 'true',
    tests: ['patch'],
  },
  {
    name: 'a customer must have a name',
    file: `${api}/customers/customer-records.ts`,
    find: /if \(nameFields\.some\(.*\)\) return;/,
    replace: 'if (nameFields) return;',
    tests: ['customers'],
  },
  {
    name: 'the number of roofs of a project is limited',
    file: `${api}/projects/roof-handlers.ts`,
    find: 'before.roofs.length >= maxRoofs',
    replace: 'false',
    tests: ['roofs'],
  },
  {
    name: 'a product is found only in the collection of its type',
    file: `${api}/materials/material-records.ts`,
    find: 'materialType !== type',
    replace: 'false',
    tests: ['materials/new-products'],
  },
  {
    name: 'contradictory product data is rejected',
    file: `${api}/materials/material-records.ts`,
    find: 'contradictions.length > 0',
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
    name: 'a product has only one price per site',
    file: `${api}/references/one-per-site.ts`,
    find: 'second < 0',
    replace: 'true',
    tests: ['materials/prices'],
  },
  {
    name: 'referenced records cannot be deleted, and the error names the reason',
    file: `${api}/sql/database-errors.ts`,
    find: 'isReferenced(error) && inUse !== undefined',
    replace: 'false',
    tests: ['materials/references'],
  },
  {
    name: 'prices have at most five decimals',
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
    name: 'queued imports of a company hold no connection',
    file: `${kit}/contract-api.ts`,
    find: 'operation.concurrency ? slotsOf(operation.concurrency) : undefined',
    replace: 'undefined',
    tests: ['price-lists/concurrency'],
  },
  {
    name: 'reports leave slots to the other requests of their company',
    file: `${kit}/contract-api.ts`,
    find: 'const share = operation.concurrency ?',
    replace: 'const share = false ?',
    tests: [`${kitTests}/concurrency-groups`],
  },
  {
    name: 'a string plan that takes too long is stopped',
    file: `${api}/offers/strings/planning-threads.ts`,
    find: 'limits.maxCpuMs * 1000',
    replace: 'Number.POSITIVE_INFINITY',
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
    name: 'wildcards in a search are escaped',
    file: `${api}/lists/text-search.ts`,
    find: /\.replaceAll\(.*\)\}%/,
    replace: '}%',
    tests: ['list-filters'],
  },
  {
    name: 'records with equal sort values are ordered by ID',
    file: `${api}/lists/list-pages.ts`,
    find: "rows.orderBy(field, direction).orderBy('id', direction)",
    replace: 'rows.orderBy(field, direction)',
    tests: ['list-order'],
  },
  {
    name: 'an API key sees only events of resources that it may read',
    file: `${api}/events/event-handlers.ts`,
    find: 'hasScope(events[type].scope)',
    replace: 'hasScope !== undefined && type in events',
    tests: ['events'],
  },
  {
    name: 'events are listed only for the period in which all are retained',
    file: `${api}/events/event-handlers.ts`,
    find: "* interval '1 day'",
    replace: "* interval '25 hours'",
    tests: ['events'],
  },
  {
    name: 'an event contains only its declared fields',
    file: `${api}/transactions/database-transactions.ts`,
    find: /return Object\.fromEntries\(events\[type\]\.fields.*\);/,
    replace: 'return values;',
    tests: ['customers', 'projects'],
  },
  {
    name: 'the log contains no rows of a failed statement',
    file: `${kit}/responses/error-responses.ts`,
    find: 'loggedError(fault)',
    replace: 'fault',
    tests: ['log'],
  },
  {
    name: 'a stopping dispatcher releases claimed deliveries that it has not sent',
    file: `${dispatch}/claim/hand-back.ts`,
    find: 'if (claims.length === 0) return;',
    replace: 'return;',
    tests: [`${deliveryTests}/graceful-stop`],
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
  {
    name: 'the in-flight limit of an endpoint applies to all dispatchers together',
    file: `${dispatch}/claim/claim-statement.ts`,
    find: 'case when limited.in_flight_limit is not null then',
    replace: 'case when false then',
    tests: [`${deliveryTests}/fair-shares`],
  },
  {
    name: 'the endpoints of a company are served in rotation',
    file: `${dispatch}/claim/claim-statement.ts`,
    find: 'order by endpoint.claim_number',
    replace: 'order by endpoint.id',
    tests: [`${deliveryTests}/fair-shares`],
  },
  {
    name: 'companies are served in rotation',
    file: `${dispatch}/claim/due-companies.ts`,
    find: 'order by min(endpoint.served_at)',
    replace: 'order by endpoint.company_id',
    tests: [`${deliveryTests}/fair-shares`],
  },
  {
    name: 'an attempt is counted once and only under its lease',
    file: `${dispatch}/results/save-results.ts`,
    find: 'results.filter(isSettled)',
    replace: 'isSettled && [...results]',
    tests: [`${deliveryTests}/consecutive-failures`],
  },
  {
    name: 'the timeout of an attempt includes the DNS lookup',
    file: `${dispatch}/send/attempt.ts`,
    find: 'deadline: begun + rules.timeoutMs',
    replace: 'deadline: performance.now() + rules.timeoutMs',
    tests: [`${deliveryTests}/slow-receivers`],
  },
  {
    name: 'expired deliveries are discarded before anything is sent',
    file: `${dispatch}/claim/renew-queue.ts`,
    find: 'if ((await discardExpired(transaction, { companyId, endpointId, rules })) > 0) return false;',
    replace: 'await discardExpired(transaction, { companyId, endpointId, rules });',
    tests: [`${deliveryTests}/pause-and-enable`],
  },
  {
    name: 'an event is queued only for endpoints of its company',
    file: `${delivery}/outbox/outbox-statement.ts`,
    find: /where endpoint\.company_id = .* and (?=endpoint\.state)/,
    replace: 'where ',
    tests: [`${deliveryTests}/distributed-tables`],
  },
  {
    name: 'recovered deliveries are sent in the order of their events',
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
