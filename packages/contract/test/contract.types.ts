// Compiled, not run: what the types of the contract say of its operations and events.
import { expectTypeOf } from 'vitest';
import type * as Pages from '../src/generated/pages/index.ts';
import type {
  Body,
  Customer,
  CustomerCreatedEvent,
  ErrorCodeOf,
  EventData,
  EventType,
  ListOperationId,
  OperationId,
  PathParams,
  Project,
  Query,
  ReceivedQuery,
  Result,
  WebhookEvent,
} from '../src/index.ts';

// A result has the status and the body of the success.
expectTypeOf<Result<'getCustomer'>['status']>().toEqualTypeOf<200>();
expectTypeOf<Result<'createProject'>['status']>().toEqualTypeOf<201>();
expectTypeOf<Result<'getCustomer'>['body']>().toExtend<Customer>();
expectTypeOf<Result<'createProject'>['body']>().toExtend<Project>();
expectTypeOf<Result<'deleteCustomer'>>().toEqualTypeOf<{ status: 204; body?: undefined }>();

// Path and query parameters are typed, and empty where an operation has none.
expectTypeOf<PathParams<'updateRoof'>>().toEqualTypeOf<{ id: string; roofId: string }>();
expectTypeOf<PathParams<'listCustomers'>>().toEqualTypeOf<Record<never, never>>();
expectTypeOf<Query<'listProjects'>['state']>().toExtend<string | readonly string[] | undefined>();
expectTypeOf<{ state: 'OPEN'; ids: string[] }>().toExtend<Query<'listProjects'>>();
expectTypeOf<{ state: readonly ['OPEN', 'LOST'] }>().toExtend<Query<'listProjects'>>();
expectTypeOf<Query<'getCompany'>>().toEqualTypeOf<Record<never, never>>();

// A server receives limit and offset with their defaults, a caller may leave them out.
expectTypeOf<ReceivedQuery<'listCustomers'>['limit']>().toEqualTypeOf<number>();
expectTypeOf<Query<'listCustomers'>['limit']>().toEqualTypeOf<number | undefined>();

// A body stays optional where its fields are, and an operation without one has undefined.
expectTypeOf<{ lastName: string }>().toExtend<Body<'createCustomer'>>();
expectTypeOf<{ name: string }>().not.toExtend<Body<'createProject'>>();
expectTypeOf<Body<'getCustomer'>>().toEqualTypeOf<undefined>();
expectTypeOf<Body<'acceptOffer'>>().toEqualTypeOf<{ acceptedBy?: 'TEAM' | 'CUSTOMER' }>();

// The error codes of an operation are exactly those it can answer with.
expectTypeOf<ErrorCodeOf<'getCompany'>>().toEqualTypeOf<
  | 'invalid_request'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'insufficient_scope'
  | 'rate_limited'
  | 'too_many_concurrent'
  | 'unsupported_media_type'
  | 'internal_error'
  | 'service_unavailable'
>();
expectTypeOf<'invalid_sort'>().toExtend<ErrorCodeOf<'listEvents'>>();
expectTypeOf<'too_many_roofs'>().toExtend<ErrorCodeOf<'createRoof'>>();
expectTypeOf<'too_many_roofs'>().not.toExtend<ErrorCodeOf<'updateRoof'>>();

// The lists are those operations that answer with a page.
expectTypeOf<ListOperationId>().toEqualTypeOf<Extract<OperationId, `list${string}`>>();

// The type of an event tells its data.
const detailOf = (event: WebhookEvent): string | null => {
  switch (event.type) {
    case 'customer.created':
      return event.data.lastName;
    case 'project.deleted':
      return event.data.customerId;
    case 'material.updated':
      return event.data.materialType;
    default:
      return event.data.id;
  }
};
expectTypeOf(detailOf).returns.toEqualTypeOf<string | null>();
expectTypeOf<WebhookEvent['type']>().toEqualTypeOf<EventType>();
expectTypeOf<EventData<'customer.created'>>().toEqualTypeOf<CustomerCreatedEvent['data']>();

// Another document has its own operations, errors and callers.
expectTypeOf<Pages.PathParams<'getOfferPage'>>().toEqualTypeOf<{ token: string }>();
expectTypeOf<Pages.Body<'acceptOfferPage'>>().toEqualTypeOf<{
  name: string;
  startBeforeWithdrawalEnds?: boolean;
  termsVersion: string;
}>();
expectTypeOf<Pages.Result<'acceptOfferPage'>>().toEqualTypeOf<{
  status: 200;
  body: Pages.OfferPageDecision;
}>();
expectTypeOf<'offer_expired'>().toExtend<Pages.ErrorCodeOf<'acceptOfferPage'>>();
expectTypeOf<'offer_expired'>().not.toExtend<Pages.ErrorCodeOf<'declineOfferPage'>>();
expectTypeOf<'invalid_api_key'>().not.toExtend<Pages.ErrorCode>();
expectTypeOf<Pages.Scope>().toEqualTypeOf<never>();
expectTypeOf<Pages.EventType>().toEqualTypeOf<never>();
