import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiClient, ApiResponse, SendOptions } from '../support/api-client.ts';
import type { TestContract } from '../support/contract-document.ts';
import { type DrawnRequest, requestArbitraries } from '../support/request-arbitrary.ts';
import { operationResources, referenceableRecords } from '../support/resources.ts';
import type { ContractWorld } from '../support/test-api.ts';

/** Total number of requests to a document with many operations, half of them valid. The seed makes a run repeatable. */
export const fuzzRuns = Number(process.env.FUZZ_RUNS ?? 180);
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_260_101);

export const fuzzTimeout = 180_000 + fuzzRuns * 100;

/** Ids of the example records that a field can reference. No request in this test deletes these records. */
const idsFor = (field: string) => referenceableRecords(field).map(({ id }) => id);

function picked(ids: readonly string[], value: unknown, pick: number): unknown {
  return Array.isArray(value) ? ids.slice(0, 1) : ids[pick % ids.length];
}

/** Replaces the references in a body with ids of existing records, and keeps at most one price per site. */
export function withKnownIds(body: unknown, pick: number): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) {
    const members = body.map((member, index) => withKnownIds(member, pick + index));
    return members.some((member) => 'siteId' in Object(member))
      ? members.slice(0, idsFor('siteId').length)
      : members;
  }
  const replaced = Object.entries(body).map(([field, value]) => {
    const ids = idsFor(field);
    const isReference = ids.length > 0 && value !== null;
    return [field, isReference ? picked(ids, value, pick) : withKnownIds(value, pick)];
  });
  return Object.fromEntries(replaced);
}

/** Random requests have responses that match the contract. */
export function describeFuzz<Id extends string>(
  contract: TestContract<Id>,
  { exampleCompany, addExampleCompany }: Pick<ContractWorld<Id>, 'exampleCompany' | 'addExampleCompany'>,
): void {
  const { operations, parametersOf } = contract;
  const operationIds = contract.operationIds.filter((operationId) => !operations[operationId].rawBody);
  const { resourceOf } = operationResources(contract);
  const { validRequest, mutatedRequest } = requestArbitraries(contract);
  /** A small document needs fewer requests. */
  const scale = Math.min(1, operationIds.length / 30);
  const numRuns = Math.ceil((fuzzRuns / 2) * scale);
  const settings = { seed: fuzzSeed, numRuns, endOnFailure: true };

  /** Returns the operations that create the records in a path, parents before parts, with the parameters of their ids. */
  function creationsFor(path: string): { creation: Id; parameter: string }[] {
    return operationIds.flatMap((creation) => {
      const { method, status, path: collection } = operations[creation];
      const [, parameter] = path.startsWith(`${collection}/{`)
        ? (/^\{(\w+)\}/.exec(path.slice(collection.length + 1)) ?? [])
        : [];
      return method === 'POST' && status === 201 && parameter ? [{ creation, parameter }] : [];
    });
  }

  /** A client, and the ids of records for its path. */
  interface Target {
    api: ApiClient<Id>;
    ids: Record<string, string>;
  }

  /**
   * Creates the records in a request's path. The other ids in the path come from the contract's examples. A change to a record that
   * the document cannot create is made in a company of its own.
   */
  async function targetOf({ operationId }: DrawnRequest<Id>): Promise<Target> {
    const { path, readOnly } = operations[operationId];
    const creations = creationsFor(path);
    const changesExample =
      !readOnly && creations.length === 0 && parametersOf(operationId, 'path').length > 0;
    const { api } = changesExample ? await addExampleCompany() : exampleCompany;
    const ids: Record<string, string> = {};
    for (const { creation, parameter } of creations) {
      const { body } = (await api.sample(creation, { params: ids })) as ApiResponse<{ id: string }>;
      ids[parameter] = body.id;
    }
    return { api, ids };
  }

  /** Returns the body with values that also satisfy the rules that span several fields, as far as the generator can know them. */
  function consistentBody({ operationId, body, pick }: DrawnRequest<Id>, { api }: Target): unknown {
    if (typeof body !== 'object' || body === null) return body;
    const { consistentValues = {}, testedElsewhere = [] } = resourceOf(operationId);
    const measures = Object.entries(consistentValues).filter(([field]) => field in body);
    const fields = Object.entries(withKnownIds(body, pick) as object).filter(
      ([field]) => !testedElsewhere.includes(field),
    );
    const known = Object.entries(api.known(operationId)).filter(([field]) => field in body);
    return Object.fromEntries([...fields, ...measures, ...known]);
  }

  async function sent(request: DrawnRequest<Id>, { api, ids }: Target, body: unknown): Promise<ApiResponse> {
    const { operationId, query, headers, rawBody, pathText } = request;
    const names = parametersOf(operationId, 'path').map(({ name }) => name);
    const params = pathText === undefined ? ids : Object.fromEntries(names.map((name) => [name, pathText]));
    const { method, hasBody } = operations[operationId];
    const options: SendOptions = {
      query,
      headers,
      ...(hasBody && (rawBody === undefined ? { body } : { rawBody })),
    };
    return api.send(method, api.pathOf(operationId, params), options);
  }

  test(
    'at least 80 % of random valid requests succeed',
    async () => {
      const statuses = new Map<number, number>();
      const property = fc.asyncProperty(validRequest, async (request) => {
        const target = await targetOf(request);
        const { status } = await sent(request, target, consistentBody(request, target));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
      await fc.assert(property, settings);
      const counted = [...statuses].sort(([a], [b]) => a - b);
      const successes = counted.reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0);
      const share = successes / settings.numRuns;
      console.log(
        `fuzz: ${(share * 100).toFixed(1)} % of ${settings.numRuns} valid requests succeeded (${counted.map(([status, count]) => `${status}: ${count}`).join(', ')})`,
      );
      expect(share).toBeGreaterThanOrEqual(0.8);
    },
    fuzzTimeout,
  );

  test(
    'responses to mutated requests match the contract',
    async () => {
      const statuses = new Map<number, number>();
      const property = fc.asyncProperty(mutatedRequest, async (request) => {
        const { status } = await sent(request, await targetOf(request), request.body);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
      await fc.assert(property, settings);
      console.log(
        `fuzz: ${settings.numRuns} mutated requests (${[...statuses]
          .sort(([a], [b]) => a - b)
          .map(([status, count]) => `${status}: ${count}`)
          .join(', ')})`,
      );
      expect(statuses.get(400)).toBeGreaterThan(0);
    },
    fuzzTimeout,
  );
}
