import fc from 'fast-check';
import type { TestContract } from './contract-document.ts';
import { priceList } from './price-list-arbitrary.ts';
import { allowedValues, forbiddenValues } from './schema-arbitrary.ts';

/** A generated request. Which records exist is not known yet; `pick` chooses among them. */
export interface DrawnRequest<Id extends string> {
  operationId: Id;
  pick: number;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string>;
  /** Replaces the body. */
  rawBody?: string;
  /** Replaces the ids in the path. */
  pathText?: string;
}

const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** The schema of a date range cannot state that it ends after it begins, nor its maximum length. */
function possibleSpan({ from, to }: Record<string, unknown>, days: number): Record<string, unknown> {
  if (typeof from !== 'string' || !isDay(from) || !isDay(to)) return {};
  const end = new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
  return { to: end < '3' ? end : from };
}

/** As the unit `binary`, which lists all characters first. */
const anyCharacter = fc
  .nat({ max: 0x10f7ff })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 80 }),
  fc.string({ maxLength: 300 }),
  fc.constantFrom('', ' ', '\0', '%', '..', '*', '-0', '1e999', 'null', 'true', '[]', '{}', '__proto__'),
);
const headerText = fc
  .string({ minLength: 1, maxLength: 300 })
  .filter((text) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text));
const headerNames = [
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Content-Type',
  'Content-Encoding',
  'Accept',
  'Accept-Encoding',
  'X-Request-Id',
  'Origin',
  'Range',
  'X-Forwarded-For',
  'X-HTTP-Method-Override',
];

/** Requests of the operations of a document. */
export interface RequestArbitraries<Id extends string> {
  /** Requests that satisfy every schema of the contract. */
  validRequest: fc.Arbitrary<DrawnRequest<Id>>;
  /** Requests with one to three mutations that the contract may forbid. */
  mutatedRequest: fc.Arbitrary<DrawnRequest<Id>>;
}

export function requestArbitraries<Id extends string>({
  operations,
  operationIds,
  bodySchemaOf,
  parametersOf,
}: TestContract<Id>): RequestArbitraries<Id> {
  function queryOf(operationId: Id): fc.Arbitrary<Record<string, unknown>> {
    // A cursor is known only from an earlier page.
    const parameters = parametersOf(operationId, 'query').filter(({ name }) => name !== 'after');
    const members = Object.fromEntries(parameters.map(({ name, schema }) => [name, allowedValues(schema)]));
    const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
    const query = fc.record(members, { requiredKeys, noNullPrototype: true });
    return fc.tuple(query, fc.nat(900)).map(([drawn, days]) => ({ ...drawn, ...possibleSpan(drawn, days) }));
  }

  function headersOf(operationId: Id): fc.Arbitrary<Record<string, string>> {
    const { idempotent, ifMatch } = operations[operationId];
    return fc.record(
      {
        ...(idempotent && { 'Idempotency-Key': fc.uuid() }),
        ...(ifMatch && { 'If-Match': fc.constant('*') }),
      },
      { requiredKeys: [], noNullPrototype: true },
    );
  }

  function bodyOf(operationId: Id): fc.Arbitrary<unknown> {
    // The schema cannot state that there are either rows or files, nor the content of a file.
    if (operationId === 'importPriceList') return priceList;
    const schema = bodySchemaOf(operationId);
    const body = schema ? allowedValues(schema) : fc.constant(undefined);
    return operations[operationId].optionalBody ? fc.option(body, { nil: undefined }) : body;
  }

  /** Requests that satisfy every schema of the contract. */
  function validRequestOf(operationId: Id): fc.Arbitrary<DrawnRequest<Id>> {
    return fc.record({
      operationId: fc.constant(operationId),
      pick: fc.nat(),
      query: queryOf(operationId),
      body: bodyOf(operationId),
      headers: headersOf(operationId),
    });
  }

  const validRequest: fc.Arbitrary<DrawnRequest<Id>> = fc.constantFrom(...operationIds).chain(validRequestOf);

  type Mutation = (request: DrawnRequest<Id>) => DrawnRequest<Id>;

  function forbiddenMember({ operationId, body }: DrawnRequest<Id>): fc.Arbitrary<Mutation> {
    const { properties = {} } = bodySchemaOf(operationId) ?? {};
    const cases = Object.entries(properties).flatMap(([name, schema]) =>
      forbiddenValues(schema).map(([, value]) => ({ [name]: value })),
    );
    if (cases.length === 0) return fc.constant((request) => request);
    return fc
      .constantFrom(...cases)
      .map((member) => (request) => ({ ...request, body: { ...(body as object), ...member } }));
  }

  function mutationOf(valid: DrawnRequest<Id>): fc.Arbitrary<Mutation> {
    const names = [...parametersOf(valid.operationId, 'query').map(({ name }) => name), 'nonsense'];
    return fc.oneof(
      forbiddenMember(valid),
      fc.jsonValue().map(
        (body): Mutation =>
          (request) => ({ ...request, body }),
      ),
      fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 2 })).map(
        (members): Mutation =>
          (request) => ({ ...request, body: { ...(request.body as object), ...members } }),
      ),
      fc.tuple(fc.nat(), fc.string({ unit: anyCharacter, maxLength: 3 })).map(
        ([at, text]): Mutation =>
          (request) => {
            const whole = JSON.stringify(request.body ?? {});
            const place = at % (whole.length + 1);
            return { ...request, rawBody: whole.slice(0, place) + text + whole.slice(place + 1) };
          },
      ),
      fc.tuple(fc.constantFrom(...names), anyText).map(
        ([name, text]): Mutation =>
          (request) => ({
            ...request,
            query: { ...request.query, [name]: text },
          }),
      ),
      fc.tuple(fc.constantFrom(...headerNames), headerText).map(
        ([name, text]): Mutation =>
          (request) => ({
            ...request,
            headers: { ...request.headers, [name]: text },
          }),
      ),
      anyText
        .filter((text) => text.isWellFormed() && !['', '.', '..'].includes(text))
        .map(
          (pathText): Mutation =>
            (request) => ({ ...request, pathText: encodeURIComponent(pathText) }),
        ),
    );
  }

  /** Requests with one to three mutations that the contract may forbid. */
  const mutatedRequest: fc.Arbitrary<DrawnRequest<Id>> = validRequest.chain((valid) =>
    fc
      .array(mutationOf(valid), { minLength: 1, maxLength: 3 })
      .map((mutations) => mutations.reduce((request, mutate) => mutate(request), valid)),
  );

  return { validRequest, mutatedRequest };
}
