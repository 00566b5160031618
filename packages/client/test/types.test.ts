import type {
  Customer,
  ErrorCode,
  ErrorCodeOf,
  Material,
  OperationId,
  PathParams,
} from '@pv-planning/contract';
import { expect, expectTypeOf, test } from 'vitest';
import {
  type ApiErrorOf,
  type Client,
  createClient,
  type Item,
  isApiError,
  type OperationRequest,
} from '../src/index.ts';

const client = createClient({ baseUrl: 'https://planning.example', apiKey: 'k' });

/** Type-checked, never run. */
function never(_: () => unknown): void {}

test('the operations of the contract are the methods of the client', () => {
  expectTypeOf<keyof Client>().toEqualTypeOf<OperationId>();
  expectTypeOf(client.getCustomer).returns.resolves.toExtend<Customer>();
  expectTypeOf(client.deleteCustomer).returns.resolves.toEqualTypeOf<undefined>();
  expectTypeOf<Item<'listCustomers'>['id']>().toEqualTypeOf<string>();
});

test('a request takes what its operation takes and nothing else', () => {
  never(() => client.listCustomers());
  never(() => client.listCustomers({ query: { limit: 10 } }));
  // @ts-expect-error: the id is missing
  never(() => client.getCustomer({}));
  // @ts-expect-error: the request is missing
  never(() => client.getCustomer());
  // @ts-expect-error: an id is a text
  never(() => client.getCustomer({ id: 1001 }));
  // @ts-expect-error: no such filter
  never(() => client.listCustomers({ query: { colour: 'red' } }));
  // @ts-expect-error: the body is missing
  never(() => client.createCustomer({}));
  // @ts-expect-error: no such field
  never(() => client.createCustomer({ body: { surname: 'Schneider' } }));
  // @ts-expect-error: a read takes no idempotency key
  never(() => client.getCustomer({ id: '1001', idempotencyKey: 'k' }));
  // @ts-expect-error: creating takes no version
  never(() => client.createCustomer({ body: {}, ifMatch: '"v1"' }));
  // @ts-expect-error: a version that may be missing would protect nothing
  never(() => client.updateCustomer({ id: '1001', body: {}, ifMatch: undefined }));
  // @ts-expect-error: no such operation
  never(() => client.listSatellites());
  // @ts-expect-error: only lists have pages
  never(() => client.getCustomer.all({ id: '1001' }));
  // @ts-expect-error: only reads of one record can be unchanged
  never(() => client.updateCustomer.ifChanged({ id: '1001', etag: '"v1"', body: {} }));
  expect(client).toBeDefined();
});

test('an answer has an etag where the operation declares one', () => {
  never(async () => {
    expectTypeOf((await client.getCustomer.withResponse({ id: '1' })).etag).toEqualTypeOf<string>();
    // @ts-expect-error: a list has no version
    (await client.listCustomers.withResponse()).etag;
  });
});

test('materialType tells which fields a product has', () => {
  never(async () => {
    const material = await client.getMaterial({ type: 'inverter', id: '4101' });
    expectTypeOf(material).toEqualTypeOf<Material>();
    if (material.materialType === 'inverter') {
      expectTypeOf(material.mppTrackers[0]?.mppVoltageMax).toEqualTypeOf<number | undefined>();
      // @ts-expect-error: an inverter has no such voltage
      material.voc;
    }
    if (material.materialType === 'pv_module') expectTypeOf(material.voc).toEqualTypeOf<number>();
    // @ts-expect-error: not every product has trackers
    material.mppTrackers;
    const { data } = await client.listMaterials();
    expectTypeOf(data).items.toEqualTypeOf<Material>();
  });
});

test('the codes of safe and of isApiError are those of the operation', () => {
  never(async () => {
    const result = await client.updateCustomer.safe({ id: '1', body: {} });
    if (result.ok) return expectTypeOf(result.data).toExtend<Customer>();
    expectTypeOf(result.error).toEqualTypeOf<ErrorCodeOf<'updateCustomer'>>();
    switch (result.error) {
      case 'version_conflict':
        return;
      // @ts-expect-error: this operation cannot answer it
      case 'invalid_sort':
        return;
    }
    throw result;
  });
  const thrown: unknown = undefined;
  if (isApiError(thrown)) expectTypeOf(thrown.error).toEqualTypeOf<ErrorCode>();
  if (isApiError(thrown, 'getCustomer')) expectTypeOf(thrown).toEqualTypeOf<ApiErrorOf<'getCustomer'>>();
});

test('no path parameter hides another part of a request', () => {
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
});
