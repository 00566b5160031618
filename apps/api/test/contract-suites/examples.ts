import type { Body } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import type { ApiClient, ApiResponse, SampleOptions } from '../support/api-client.ts';
import type { TestContract } from '../support/contract-document.ts';
import { asStored } from '../support/stored-examples.ts';
import type { ContractWorld } from '../support/test-api.ts';

const importBody: Body<'importPriceList'> = {
  supplier: 'Solargroßhandel Harz GmbH',
  defaultMaterialType: 'misc',
  rows: [
    { articleNumber: 'NEU-1', name: 'Kabelbinder 300 mm', purchasePrice: 4.9 },
    { articleNumber: 'SK440-GG', name: 'Sonnkraft SK 440 mit neuem Namen' },
  ],
};

const projectsBody: Body<'upsertProjects'> = {
  data: [{ externalId: 'CRM-P-880', customerId: '1001', name: 'Ferienhaus Schneider am See' }],
};

/** Additional requests by operationId, for operations whose examples do not raise all their events. */
const furtherRequests: Readonly<Record<string, (api: Pick<ApiClient, 'send'>) => Promise<SampleOptions>>> = {
  importPriceList: async () => ({ body: importBody }),
  upsertProjects: async () => ({ body: projectsBody }),
  async convertOfferRequest(api) {
    const create = async (path: string, body: object) =>
      ((await api.send('POST', path, { body })).body as { id: string }).id;
    const customerId = await create('/v1/customers', { lastName: 'Vogel' });
    const request = { contact: { lastName: 'Vogel' }, customerId, address: { city: 'Nordhausen' } };
    return { params: { id: await create('/v1/offer-requests', request) }, body: { project: {} } };
  },
};

/** Media types of files. */
const fileTypes: readonly unknown[] = ['application/pdf', 'text/calendar'];

/** Shortens files to their first bytes, which is all that examples show. */
function withoutFile(body: unknown): unknown {
  const { contentType, content, data } = Object(body) as Record<string, unknown>;
  if (Array.isArray(data)) return { ...(body as object), data: data.map(withoutFile) };
  if (!fileTypes.includes(contentType)) return body;
  return { ...(body as object), content: String(content).slice(0, 8) };
}

/** Raised only with a payment provider, which the companies of these tests have not. */
const ofProvider: ReadonlySet<string> = new Set(['booking.payment_refunded']);

/** Every example is a request that succeeds. Each change is sent in its own company, so that it does not affect other tests. */
export function describeExamples<Id extends string>(
  contract: TestContract<Id>,
  { exampleCompany, addExampleCompany }: Pick<ContractWorld<Id>, 'exampleCompany' | 'addExampleCompany'>,
): void {
  const { operations, operationIds, responseExamplesOf, bodyExamplesOf, bodySchemaOf, describedOperation } =
    contract;
  const reads = operationIds.filter((operationId) => operations[operationId].readOnly);
  const deletions = operationIds.filter((operationId) => operations[operationId].method === 'DELETE');
  // An example of a raw body has no signature.
  const changes = operationIds.filter(
    (id) => !operations[id].readOnly && !operations[id].rawBody && !deletions.includes(id),
  );

  test.each(reads)('%s returns one of its examples', async (operationId) => {
    const { status, body } = await exampleCompany.api.sample(operationId);
    expect(status).toBe(operations[operationId].status);
    const examples = responseExamplesOf(operationId, status).map(asStored);
    expect(examples.map(withoutFile)).toContainEqual(withoutFile(body));
  });

  /** Returns the operation that creates the records of a path like `/v1/projects/{id}/roofs/{roofId}`, and their id parameter. */
  function creationFor(path: string): { creation: Id; parameter: string } {
    const [, collection, parameter] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
    const creation = operationIds.find(
      (id) => operations[id].method === 'POST' && operations[id].path === collection,
    );
    if (!creation || !parameter) throw new Error(`No operation creates the records of ${path}.`);
    return { creation, parameter };
  }

  const eventTypes = Object.keys(contract.bundle.webhooks ?? {}).filter((type) => !ofProvider.has(type));

  function announcedEvents(operationId: Id): string[] {
    const { description } = describedOperation(operationId);
    return eventTypes.filter((type) => description.includes(`\`${type}\``));
  }

  /** Returns all bodies but the first. For an update, they include a new name, since its example may equal the stored record. */
  function otherBodies(operationId: Id): object[] {
    const [, ...examples] = bodyExamplesOf(operationId);
    const { name } = bodySchemaOf(operationId)?.properties ?? {};
    const isRenaming = operations[operationId].method === 'PATCH' && name !== undefined;
    return [...examples, ...(isRenaming ? [{ name: 'Neuer Name' }] : [])];
  }

  test.each(changes)(
    '%s succeeds with its example, and raises the events that its description names',
    async (operationId) => {
      const { api, raisedBy } = await addExampleCompany();
      const raised = await raisedBy(async () => {
        const { status } = await api.sample(operationId);
        expect(status).toBe(operations[operationId].status);
        const further = await furtherRequests[operationId as string]?.(api);
        const others = otherBodies(operationId).map((body) => ({ body }));
        for (const options of [...others, ...(further ? [further] : [])]) {
          const response = await api.sample(operationId, options);
          expect({ options, status: response.status, text: response.text }).toMatchObject({
            status: operations[operationId].status,
          });
        }
      });
      // A document without webhooks does not name events.
      const types = new Set<string>(
        raised.map(({ type }) => type).filter((type) => eventTypes.includes(type)),
      );
      expect([...types].toSorted()).toEqual(announcedEvents(operationId).toSorted());
    },
  );

  test('every event is named in the description of an operation', () => {
    const announced = new Set(operationIds.flatMap(announcedEvents));
    expect(eventTypes.filter((type) => !announced.has(type))).toEqual([]);
  });

  // Most example records cannot be deleted, because other records reference them.
  test.each(deletions)(
    '%s deletes a new record, and raises the events that its description names',
    async (operationId) => {
      const { api, raisedBy } = await addExampleCompany();
      const { path } = operations[operationId];
      const created = async () => {
        const { creation, parameter } = creationFor(path);
        const { body } = (await api.sample(creation)) as ApiResponse<{ id: string }>;
        return { [parameter]: body.id };
      };
      const params = path.endsWith('}') ? await created() : {};
      const raised = await raisedBy(async () => {
        const { status } = await api.sample(operationId, { params });
        expect(status).toBe(operations[operationId].status);
      });
      expect(raised.map(({ type }) => type)).toEqual(announcedEvents(operationId));
    },
  );
}
