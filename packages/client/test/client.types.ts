// Compiled, not run: what the client's types allow and reject.
import type {
  Customer,
  ErrorCode,
  ErrorCodeOf,
  Offer,
  OfferListItem,
  OperationId,
  PathParams,
  Project,
  Query,
} from '@pv-planning/contract';
import { expectTypeOf } from 'vitest';
import { type ApiErrorOf, type Client, type Item, isApiError, type OperationRequest } from '../src/index.ts';

declare const client: Client;

// The client has one method per operation of the contract.
expectTypeOf<keyof Client>().toEqualTypeOf<OperationId>();
expectTypeOf(client.getCustomer).returns.resolves.toExtend<Customer>();
expectTypeOf(client.deleteCustomer).returns.resolves.toEqualTypeOf<undefined>();
expectTypeOf<Item<'listCustomers'>['id']>().toEqualTypeOf<string>();

// A request accepts exactly what its operation accepts.
void client.listCustomers();
void client.listCustomers({ query: { limit: 10 } });
// @ts-expect-error: the id is missing
void client.getCustomer({});
// @ts-expect-error: the request is missing
void client.getCustomer();
// @ts-expect-error: an ID is a string
void client.getCustomer({ id: 1001 });
// @ts-expect-error: no such filter
void client.listCustomers({ query: { colour: 'red' } });
void client.getOfferAnalytics({ query: { from: '2026-01-01', to: '2026-03-31' } });
// @ts-expect-error: the end of the period is missing
void client.getOfferAnalytics({ query: { from: '2026-01-01' } });
// @ts-expect-error: the query is missing
void client.getOfferAnalytics();
// @ts-expect-error: the body is missing
void client.createCustomer({});
void client.acceptOffer({ id: '7001' });
void client.acceptOffer({ id: '7001', body: { acceptedBy: 'CUSTOMER' } });
// @ts-expect-error: no such field of an optional body
void client.acceptOffer({ id: '7001', body: { by: 'CUSTOMER' } });
// @ts-expect-error: the operation takes no body
void client.publishOffer({ id: '7001', body: {} });
// @ts-expect-error: no such field
void client.createCustomer({ body: { surname: 'Schneider' } });
// @ts-expect-error: a read takes no idempotency key
void client.getCustomer({ id: '1001', idempotencyKey: 'k' });
// @ts-expect-error: creating takes no version
void client.createCustomer({ body: {}, ifMatch: '"v1"' });
// @ts-expect-error: a version that may be undefined would not protect anything
void client.updateCustomer({ id: '1001', body: {}, ifMatch: undefined });
// @ts-expect-error: no such operation
void client.listSatellites();
// @ts-expect-error: only lists have pages
void client.getCustomer.all({ id: '1001' });
// @ts-expect-error: only reads of one record have ifChanged
void client.updateCustomer.ifChanged({ id: '1001', etag: '"v1"', body: {} });

// The type of a product determines the type of its data, also in a union of all types.
const battery = await client.getMaterial({ type: 'battery', id: '4201' });
expectTypeOf(battery.materialType).toEqualTypeOf<'battery'>();
const changedBattery = await client.getMaterial.ifChanged({ type: 'battery', id: '4201', etag: '"v1"' });
expectTypeOf(changedBattery?.data.materialType).toEqualTypeOf<'battery' | undefined>();
const product = await client.getMaterial({ type: String('pv_module'), id: '4001' });
if (product.materialType === 'pv_module') expectTypeOf(product.voc).toEqualTypeOf<number>();
// @ts-expect-error: not every type of product has this field
void product.voc;
for await (const listed of client.listMaterials.all()) {
  if (listed.materialType === 'inverter') expectTypeOf(listed.mppTrackers).toExtend<object[]>();
}

// With `include`, the items of a list are complete, otherwise they are not.
for await (const offer of client.listOffers.all({
  query: { include: 'lines', limit: 50, state: ['PUBLISHED', 'ACCEPTED'], ids: ['7001'] },
})) {
  expectTypeOf(offer).toExtend<Offer>();
}
const withRoofs = { include: 'roofs', limit: 50 } as const;
expectTypeOf((await client.listProjects({ query: withRoofs })).data).toEqualTypeOf<Project[]>();
expectTypeOf((await client.listProjects.withResponse({ query: withRoofs })).data.data).toEqualTypeOf<
  Project[]
>();
expectTypeOf((await client.listOffers()).data).toEqualTypeOf<OfferListItem[]>();
expectTypeOf((await client.listOffers({ query: { state: 'DRAFT' } })).data).toEqualTypeOf<OfferListItem[]>();
declare const anyQuery: Query<'listOffers'>;
expectTypeOf((await client.listOffers({ query: anyQuery })).data).toEqualTypeOf<(Offer | OfferListItem)[]>();
// @ts-expect-error: no such filter
void client.listOffers({ query: { include: 'lines', colour: 'red' } });
// @ts-expect-error: offers have no roofs
void client.listOffers({ query: { include: 'roofs' } });
// @ts-expect-error: no such option
void client.listOffers({ filter: {} });

// The status of an upserted record determines whether it has an id or an error.
for (const upserted of (await client.upsertCustomers({ body: { data: [] } })).data) {
  if (upserted.status === 'FAILED') expectTypeOf(upserted.error.message).toEqualTypeOf<string>();
  else expectTypeOf(upserted.id).toEqualTypeOf<string>();
}

// A response has an etag if the operation declares one.
expectTypeOf((await client.getCustomer.withResponse({ id: '1' })).etag).toEqualTypeOf<string>();
// @ts-expect-error: a list has no version
void (await client.listCustomers.withResponse()).etag;

// safe and isApiError narrow to the error codes of the operation.
const result = await client.updateCustomer.safe({ id: '1', body: {} });
if (result.ok) {
  expectTypeOf(result.data).toExtend<Customer>();
} else {
  expectTypeOf(result.error).toEqualTypeOf<ErrorCodeOf<'updateCustomer'>>();
  switch (result.error) {
    case 'version_conflict':
      break;
    // @ts-expect-error: not an error code of this operation
    case 'invalid_sort':
      break;
  }
}
declare const thrown: unknown;
if (isApiError(thrown)) expectTypeOf(thrown.error).toEqualTypeOf<ErrorCode>();
if (isApiError(thrown, 'getCustomer')) expectTypeOf(thrown).toEqualTypeOf<ApiErrorOf<'getCustomer'>>();

// No path parameter has the name of another part of a request.
type Parts =
  | 'query'
  | 'body'
  | 'ifMatch'
  | 'etag'
  | 'idempotencyKey'
  | 'signal'
  | 'timeoutMs'
  | 'maxRetries'
  | 'headers';
type PathNames = { [O in OperationId]: keyof PathParams<O> }[OperationId];
expectTypeOf<PathNames & Parts>().toEqualTypeOf<never>();
expectTypeOf<
  Exclude<{ [O in OperationId]: keyof OperationRequest<O> }[OperationId], Parts>
>().toEqualTypeOf<PathNames>();
