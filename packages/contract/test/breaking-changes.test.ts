import { expect, test } from 'vitest';
import { breakingChanges } from '../scripts/breaking-changes.ts';
import type { OpenApiDocument } from '../src/document.ts';
import bundle from '../src/generated/public/openapi.json' with { type: 'json' };

/** A part of a bundle, which a test changes. */
// biome-ignore lint/suspicious/noExplicitAny: tests change parts of any shape
type Part = any;

const released = bundle as unknown as OpenApiDocument;

/** What the changes to a copy of the bundle break. All are compared in one run, which takes seconds. */
function brokenBy(changes: ((document: Part, schemas: Part) => void)[]): string[] {
  const document: Part = structuredClone(bundle);
  for (const change of changes) change(document, document.components.schemas);
  return breakingChanges(released, document);
}

function removeField(schema: Part, name: string): void {
  delete schema.properties[name];
  schema.required = schema.required.filter((field: string) => field !== name);
}

function addField(schema: Part, name: string): void {
  schema.properties[name] = { type: 'string', description: 'Another field.' };
  schema.required.push(name);
}

function addParameter(operation: Part, required: boolean): void {
  operation.parameters.push({
    name: 'branch',
    in: 'query',
    required,
    description: 'Branch.',
    schema: { type: 'string' },
  });
}

const badRequest = ({ components }: Part) =>
  components.responses.CreateCustomerBadRequest.content['application/json'].schema;

/** Each changes another part, so that each has a line of its own in the report. */
const breaks: [expected: RegExp, change: (document: Part, schemas: Part) => void][] = [
  [/`DELETE \/v1\/customers\/\{id\}` was removed/, ({ paths }) => delete paths['/v1/customers/{id}'].delete],
  [/`customer.updated` was removed/, ({ webhooks }) => delete webhooks['customer.updated']],
  [
    /A parameter of \/v1\/grid-operators\/\{id\} has another name/,
    ({ paths, components }) => {
      const { '/v1/grid-operators/{id}': item } = paths;
      delete paths['/v1/grid-operators/{id}'];
      item.parameters = [{ ...components.parameters.GridOperatorPathId, name: 'operatorId' }];
      paths['/v1/grid-operators/{operatorId}'] = item;
    },
  ],
  [/`branch` query parameter was added/, ({ paths }) => addParameter(paths['/v1/customers'].get, true)],
  [/'<= 200' to '<= 100'/, ({ components }) => (components.parameters.Limit.schema.maximum = 100)],
  [/default is no longer 50/, ({ components }) => (components.parameters.Limit.schema.default = 20)],
  [
    /new scopes: 'read:projects'/,
    ({ paths }) => (paths['/v1/customers/{id}'].get.security = [{ ApiKey: ['read:projects'] }]),
  ],
  [
    /scope is no longer read:customers/,
    ({ webhooks }) => (webhooks['customer.deleted'].post['x-scope'] = 'read:projects'),
  ],
  // Requests
  [/became required: `branch`/, (_, { ProjectCreate }) => ProjectCreate.required.push('branch')],
  [
    /`state` lost values: 'OPEN'/,
    (_, { ProjectCreate, ProjectState }) =>
      (ProjectCreate.properties.state = { type: 'string', enum: ProjectState.enum.slice(1) }),
  ],
  [
    /`name` narrowed/,
    (_, { ProjectCreate, NameOrNull }) => (ProjectCreate.properties.name = { ...NameOrNull, type: 'string' }),
  ],
  [
    /`pattern` of `phone` changed/,
    (_, { CustomerCreate }) =>
      (CustomerCreate.properties.phone = { type: ['string', 'null'], pattern: '^[0-9]+$' }),
  ],
  // Responses
  [/`projectCount` of `Customer` was removed/, (_, { Customer }) => removeField(Customer, 'projectCount')],
  [
    /no longer required: `email`/,
    (_, { Customer }) => Customer.required.splice(Customer.required.indexOf('email'), 1),
  ],
  [/`offerCount` widened/, (_, { Customer }) => (Customer.properties.offerCount.type = ['integer', 'null'])],
  [/'date-time' to 'date'/, (_, schemas) => (schemas.Customer.properties.createdAt = schemas.Date)],
  [/A list has another field.*~1customers\//, (_, { CustomerList }) => addField(CustomerList, 'next')],
  [/An error has another field.*\/line$/, (_, { ErrorDetail }) => addField(ErrorDetail, 'line')],
  [
    /error code unknown_reference was removed/,
    (document) => (badRequest(document).properties.error.enum = ['invalid_request', 'invalid_json']),
  ],
  // Events
  [/`email` of `data` was removed/, (_, { CustomerEventData }) => removeField(CustomerEventData, 'email')],
  [/An event has another field.*\/phone$/, (_, { ProjectEventData }) => addField(ProjectEventData, 'phone')],
  [
    /An event has another field.*\/version$/,
    (_, { OfferCreatedEvent }) => addField(OfferCreatedEvent, 'version'),
  ],
  [/`BookingStatus` gained values: 'ON_HOLD'/, (_, { BookingStatus }) => BookingStatus.enum.push('ON_HOLD')],
];

test('each break is found', () => {
  const found = brokenBy(breaks.map(([, change]) => change));
  expect(breaks.filter(([expected]) => !found.some((line) => expected.test(line)))).toEqual([]);
});

test('additions break nothing', () => {
  const additions: ((document: Part, schemas: Part) => void)[] = [
    ({ paths }) => {
      const { get } = paths['/v1/customers'];
      paths['/v1/branches'] = { get: { ...structuredClone(get), operationId: 'listBranches' } };
    },
    (_, { CustomerCreate }) => (CustomerCreate.properties.branch = { type: 'string' }),
    ({ paths }) => addParameter(paths['/v1/customers'].get, false),
    (_, { Customer }) => addField(Customer, 'branch'),
    ({ paths }) => (paths['/v1/customers'].post.description += ' Creates.'),
    // A new event: in the webhooks, among the types of events, and in the list of events.
    ({ webhooks }, schemas) => {
      const event = structuredClone(schemas.CustomerCreatedEvent);
      event.properties.type.const = 'customer.merged';
      schemas.CustomerMergedEvent = event;
      schemas.EventType.enum.push('customer.merged');
      const $ref = '#/components/schemas/CustomerMergedEvent';
      schemas.WebhookEvent.oneOf.push({ $ref });
      schemas.WebhookEvent.discriminator.mapping['customer.merged'] = $ref;
      const webhook = structuredClone(webhooks['customer.created']);
      webhook.post.operationId = 'onCustomerMerged';
      webhook.post.requestBody.content['application/json'].schema = { $ref };
      webhooks['customer.merged'] = webhook;
    },
    // Written elsewhere: in place of a reference, or with a name.
    (_, { Customer, CustomerType }) => (Customer.properties.type = CustomerType),
    ({ components }) => (components.parameters.Limit.schema.maximum = 500),
    (_, { CustomerCreate, CustomerType }) =>
      (CustomerCreate.properties.type = { ...CustomerType, enum: [...CustomerType.enum, 'CLUB'] }),
    // Responses, but not events, may return new values and codes.
    (_, { OfferRequestStatus }) => OfferRequestStatus.enum.push('POSTPONED'),
    (document) => badRequest(document).properties.error.enum.push('customer_blocked'),
  ];
  expect(brokenBy(additions)).toEqual([]);
});
