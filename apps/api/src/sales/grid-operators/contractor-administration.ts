import type { ElectricalContractor } from '@pv-planning/contract';
import { type CompanyQueries, type Tables, withinCompany } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { AdministrationError } from '../../company/administration-error.ts';
import { requireCompany } from '../../company/company-administration.ts';
import { inTransaction } from '../../company/in-transaction.ts';
import type { RecordPatch } from '../../company/record-patch.ts';
import { compareIds, idOrNone } from '../../kernel/identifiers/record-id.ts';
import { changeTime, readClock } from '../../kernel/records/change-time.ts';
import { changedFields } from '../../kernel/records/changed-fields.ts';
import { completeAddress, converted } from '../../kernel/records/stored-values.ts';
import { unknownAmong } from '../../kernel/references/references.ts';
import { contractorSelection } from './grid-operator-records.ts';

type ContractorFields = RecordPatch<'ElectricalContractor'>;
type Registration = ElectricalContractor['registrations'][number];

export interface ContractorAdministration {
  /** @throws {AdministrationError} without a name */
  createContractor(companyId: string, fields: ContractorFields): Promise<ElectricalContractor>;
  updateContractor(
    contractor: { companyId: string; id: string },
    patch: ContractorFields,
  ): Promise<ElectricalContractor>;
  listContractors(companyId: string): Promise<ElectricalContractor[]>;
}

function stored(fields: ContractorFields): ContractorFields {
  return converted(fields, {
    address: completeAddress,
    registrations: (entries) =>
      entries.toSorted((one, other) => compareIds(one.networkCarrierId, other.networkCarrierId)),
  });
}

export function contractorAdministration(kysely: Kysely<Tables>): ContractorAdministration {
  return {
    createContractor(companyId, fields) {
      return inTransaction(kysely, async (transaction) => {
        const db = withinCompany(transaction, await requireCompany(transaction, companyId));
        const { name, registrations = [], ...others } = stored(fields);
        if (name === undefined)
          throw new AdministrationError('invalid_fields', 'A new contractor needs a name.');
        const { id } = await db
          .insertInto('contractor')
          .values({ ...others, name })
          .returning('id')
          .executeTakeFirstOrThrow();
        await setRegistrations(db, id, registrations);
        return contractorById(db, id).executeTakeFirstOrThrow();
      });
    },

    updateContractor({ companyId, id }, patch) {
      return inTransaction(kysely, async (transaction) => {
        const db = withinCompany(transaction, await requireCompany(transaction, companyId, 'lock'));
        const before = await contractorById(db, idOrNone(id)).executeTakeFirst();
        if (!before)
          throw new AdministrationError(
            'contractor_not_found',
            `Company ${companyId} has no contractor ${id}.`,
          );
        const changes = changedFields(before, stored(patch));
        if (!changes) return before;
        const { registrations, ...columns } = changes;
        const updatedAt = changeTime(await readClock(db), before.updatedAt);
        await db
          .updateTable('contractor')
          .set({ ...columns, updatedAt })
          .where('id', '=', before.id)
          .execute();
        if (registrations) await setRegistrations(db, before.id, registrations);
        return contractorById(db, before.id).executeTakeFirstOrThrow();
      });
    },

    async listContractors(companyId) {
      const db = withinCompany(kysely, await requireCompany(kysely, companyId));
      return contractorSelection.of(db.selectFrom('contractor')).orderBy('name').orderBy('id').execute();
    },
  };
}

function contractorById(db: CompanyQueries, id: string) {
  return contractorSelection.of(db.selectFrom('contractor')).where('id', '=', id);
}

async function setRegistrations(
  db: CompanyQueries,
  contractorId: string,
  registrations: readonly Registration[],
): Promise<void> {
  await requireGridOperators(db, registrations);
  await db.deleteFrom('contractorRegistration').where('contractorId', '=', contractorId).execute();
  const rows = registrations.map(({ networkCarrierId, number }) => ({
    contractorId,
    gridOperatorId: networkCarrierId,
    number,
  }));
  if (rows.length > 0) await db.insertInto('contractorRegistration').values(rows).execute();
}

/** @throws {AdministrationError} for a grid operator that the company lacks, or with two numbers */
async function requireGridOperators(
  db: CompanyQueries,
  registrations: readonly Registration[],
): Promise<void> {
  const ids = registrations.map(({ networkCarrierId }) => networkCarrierId);
  const [twice] = ids.filter((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined)
    throw new AdministrationError(
      'invalid_fields',
      `registrations has two numbers for the grid operator ${twice}.`,
    );
  const references = ids.map((id) => ({ path: '', kind: 'gridOperator' as const, id }));
  const unknown = (await unknownAmong(db, references)).map(({ id }) => id).join(', ');
  if (unknown !== '')
    throw new AdministrationError('grid_operator_not_found', `The company has no grid operator ${unknown}.`);
}
