import type { ElectricalContractor, GridOperator } from '@pv-planning/contract';
import { sampleForms } from '@pv-planning/documents';
import { expect } from 'vitest';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

const gridOperators = {
  path: '/v1/grid-operators',
  exampleRecords: () => namedExample<{ data: GridOperator[] }>('GridOperatorPage').data,
  async store(kysely, companyId, { documents, ...operator }: GridOperator) {
    await kysely
      .insertInto('gridOperator')
      .values({ companyId, ...operator })
      .execute();
    const [{ map, template } = expect.fail()] = await sampleForms();
    const forms = documents.map((form, index) => ({
      companyId,
      gridOperatorId: operator.id,
      position: index + 1,
      ...form,
      ...(form.pageCount === null ? { layout: form.code } : { map: { ...map }, template }),
    }));
    if (forms.length > 0) await kysely.insertInto('gridOperatorForm').values(forms).execute();
  },
  referencedBy: ['networkCarrierId'],
} satisfies Resource;

const contractors: Resource = {
  path: '/v1/electrical-contractors',
  exampleRecords: () => namedExample<{ data: ElectricalContractor[] }>('ElectricalContractorPage').data,
  async store(kysely, companyId, { registrations, ...contractor }: ElectricalContractor) {
    await kysely
      .insertInto('contractor')
      .values({ companyId, ...contractor })
      .execute();
    const rows = registrations.map(({ networkCarrierId: gridOperatorId, number }) => ({
      companyId,
      contractorId: contractor.id,
      gridOperatorId,
      number,
    }));
    if (rows.length > 0) await kysely.insertInto('contractorRegistration').values(rows).execute();
  },
  referencedBy: ['electronicsFirmId'],
};

const forms: Resource = {
  path: '/v1/grid-operators/{id}/documents',
  exampleRecords: () => gridOperators.exampleRecords().flatMap(({ documents }) => documents),
  referencedBy: ['documentIds'],
};

export default [gridOperators, forms, contractors];
