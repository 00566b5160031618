import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { extensions } from '../../../openapi/lint/extensions.js';
import document from '../src/generated/public/openapi.json' with { type: 'json' };
import { errors, events, operations, scopes } from '../src/index.ts';

const { paths, webhooks, components, tags } = document;

function guide(name: string): string {
  return tags.find((tag) => tag.name === name)?.description ?? '';
}

test('the operation table has what server and client need', () => {
  expect(operations.createCustomer).toMatchObject({
    method: 'POST',
    path: '/v1/customers',
    scope: 'write:customers',
    status: 201,
    hasBody: true,
    optionalBody: false,
    readOnly: false,
    idempotent: true,
    ifMatch: false,
    etag: true,
    location: '/v1/customers/{id}',
    sortable: [],
    defaultSort: null,
  });
  expect(operations.listProjects).toMatchObject({
    readOnly: true,
    etag: false,
    location: null,
    sortable: ['createdAt', 'updatedAt', 'name', 'state'],
    nullableSort: ['name'],
    defaultSort: 'createdAt.desc',
  });
  expect(operations.acceptOffer).toMatchObject({ hasBody: true, optionalBody: true });
  expect(operations.declineOffer.errors).toContain('payload_too_large');
  expect(operations.deleteProject).toMatchObject({ status: 204, hasBody: false, ifMatch: true });
});

test('an operation lists the error codes derived from its shape and its own ones', () => {
  expect(operations.updateCustomer.errors).toEqual([
    'invalid_request',
    'invalid_json',
    'unknown_reference',
    'missing_api_key',
    'invalid_api_key',
    'insufficient_scope',
    'not_found',
    'request_timeout',
    'already_exists',
    'version_conflict',
    'idempotency_key_reused',
    'idempotency_in_progress',
    'storage_full',
    'payload_too_large',
    'unsupported_media_type',
    'too_many_stored_responses',
    'rate_limited',
    'too_many_concurrent',
    'internal_error',
    'service_unavailable',
  ]);
});

test('sort is an enumeration of both spellings of the fields and both directions', () => {
  const sort = paths['/v1/manufacturers'].get.parameters.find(
    (parameter) => 'name' in parameter && parameter.name === 'sort',
  );
  const directions = (field: string) => [`${field}.asc`, `${field}.desc`];
  const spellings = ['createdAt', 'created_at', 'updatedAt', 'updated_at', 'name'];
  expect(sort).toMatchObject({ schema: { enum: spellings.flatMap(directions) } });
});

test('an update has the fields of the creation as optional fields, without immutable ones', () => {
  const { ProjectCreate, ProjectUpdate, RoofCreate, RoofUpdate } = components.schemas;
  const { customerId, roofs, ...changeable } = ProjectCreate.properties;
  expect(Object.keys(ProjectUpdate.properties)).toEqual(Object.keys(changeable));
  expect(RoofUpdate.properties).toEqual(RoofCreate.properties);
  expect('required' in RoofUpdate).toBe(false);
  expect(ProjectCreate.properties.state.description).toContain('Defaults to');
  expect('description' in ProjectUpdate.properties.state).toBe(false);
});

test('the bundle has exactly the extensions that are declared as published', () => {
  const kept = new Set(JSON.stringify(document).match(/(?<=")x-[\w-]+(?=":)/g));
  const published = Object.keys(extensions).filter((name) => extensions[name]?.stage === 'published');
  expect([...kept].toSorted()).toEqual(published.toSorted());
});

test('a record requires all its fields, including composed ones', () => {
  const { MaterialCommon, MppTracker, PvModuleCreate, PvModuleData, PvModuleUpdate } = components.schemas;
  expect(MaterialCommon.required).toEqual(Object.keys(MaterialCommon.properties));
  expect(MppTracker.required).toEqual(Object.keys(MppTracker.properties));
  const created = Object.keys(PvModuleCreate.properties);
  expect(created).toEqual(expect.arrayContaining(['name', ...Object.keys(PvModuleData.properties)]));
  expect(Object.keys(PvModuleUpdate.properties)).toEqual(created);
});

test('every event is in the event table, the union and the enumeration', () => {
  const names = Object.keys(webhooks);
  expect(Object.keys(events)).toEqual(names);
  expect(components.schemas.EventType.enum).toEqual(names);
  expect(Object.keys(components.schemas.WebhookEvent.discriminator.mapping)).toEqual(names);
  expect(events['project.updated']).toEqual({
    scope: 'read:projects',
    fields: ['id', 'name', 'customerId', 'createdAt'],
  });
});

test('the guides list every error code and every scope with its operations', () => {
  for (const code of Object.keys(errors)) expect(guide('Errors')).toContain(`| \`${code}\` |`);
  for (const [scope, text] of Object.entries(scopes)) {
    expect(guide('Authentication')).toContain(`| \`${scope}\` | ${text} | \``);
  }
});

test('the delivery in the guide has the four signatures of its secret', () => {
  const text = guide('Webhooks');
  const part = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
  const body = part(/^(\{"id":.*\})$/m);
  const signed = `${part(/^webhook-id: (.*)$/m)}.${part(/^webhook-timestamp: (.*)$/m)}.${body}`;
  const secret = part(/`(whsec_[A-Za-z0-9]+)`/);
  const decoded = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signatures = (['hex', 'base64'] as const).flatMap((encoding) =>
    [secret, decoded].map((key) => `v1,${createHmac('sha256', key).update(signed).digest(encoding)}`),
  );
  expect(part(/^webhook-signature: (.*)$/m)).toBe(signatures.join(' '));
  const header = webhooks['customer.created'].post.parameters.find(
    ({ name }) => name === 'webhook-signature',
  );
  expect(header?.example).toBe(signatures.join(' '));
  expect(JSON.parse(body)).toEqual(components.examples.CustomerCreatedEvent.value);
});

test('the guide shows the error body that the service sends', () => {
  const message = errors.not_found.message.replace('{reason}', 'there is no record with the id in the path.');
  expect(guide('Errors')).toContain(`{ "error": "not_found", "message": "${message}" }`);
});
