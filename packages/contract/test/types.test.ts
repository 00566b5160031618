import { expectTypeOf, test } from 'vitest';
import type {
  Body,
  Customer,
  ErrorCodeOf,
  EventData,
  ListOperationId,
  PathParams,
  Query,
  ReceivedQuery,
  Result,
  WebhookEvent,
} from '../src/index.ts';

test('types', () => {
  expectTypeOf<Result<'getCustomer'>['body']>().toExtend<Customer>();
  expectTypeOf<Result<'getCustomer'>['status']>().toEqualTypeOf<200>();
  expectTypeOf<Result<'deleteCustomer'>>().toEqualTypeOf<{ status: 204; body?: undefined }>();
  expectTypeOf<PathParams<'getCustomer'>>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<PathParams<'listCustomers'>>().toEqualTypeOf<Record<never, never>>();
  expectTypeOf<ReceivedQuery<'listCustomers'>['limit']>().toEqualTypeOf<number>();
  expectTypeOf<Query<'listCustomers'>['limit']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Body<'getCustomer'>>().toEqualTypeOf<undefined>();
  expectTypeOf<ErrorCodeOf<'listCustomers'>>().toEqualTypeOf<
    | 'invalid_request'
    | 'invalid_sort'
    | 'missing_api_key'
    | 'invalid_api_key'
    | 'insufficient_scope'
    | 'rate_limited'
    | 'internal_error'
  >();
  expectTypeOf<ListOperationId>().toEqualTypeOf<'listCustomers'>();
  expectTypeOf<EventData<'customer.created'>['id']>().toEqualTypeOf<string>();
  expectTypeOf<WebhookEvent['type']>().toEqualTypeOf<'customer.created'>();
});
