import type { GridOperator } from '@pv-planning/contract';
import { type CompanyQueries, type Tables, withinCompany } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { AdministrationError } from '../../company/administration-error.ts';
import { requireCompany } from '../../company/company-administration.ts';
import { inTransaction } from '../../company/in-transaction.ts';
import type { RecordPatch } from '../../company/record-patch.ts';
import { idOrNone } from '../../kernel/identifiers/record-id.ts';
import { changeTime, readClock } from '../../kernel/records/change-time.ts';
import { changedFields } from '../../kernel/records/changed-fields.ts';
import { completeAddress, converted } from '../../kernel/records/stored-values.ts';
import { gridOperatorSelection } from './grid-operator-records.ts';

type GridOperatorFields = RecordPatch<'GridOperator'>;

export interface GridOperatorAdministration {
  /** @throws {AdministrationError} without a name */
  createGridOperator(companyId: string, fields: GridOperatorFields): Promise<GridOperator>;
  updateGridOperator(
    operator: { companyId: string; id: string },
    patch: GridOperatorFields,
  ): Promise<GridOperator>;
  listGridOperators(companyId: string): Promise<GridOperator[]>;
}

function stored(fields: GridOperatorFields): GridOperatorFields {
  return converted(fields, {
    address: completeAddress,
    postalCodes: (codes) => [...new Set(codes)].sort(),
  });
}

export function gridOperatorAdministration(kysely: Kysely<Tables>): GridOperatorAdministration {
  return {
    createGridOperator(companyId, fields) {
      return inTransaction(kysely, async (transaction) => {
        const db = withinCompany(transaction, await requireCompany(transaction, companyId));
        const { name, ...others } = stored(fields);
        if (name === undefined)
          throw new AdministrationError('invalid_fields', 'A new grid operator needs a name.');
        const { id } = await db
          .insertInto('gridOperator')
          .values({ ...others, name })
          .returning('id')
          .executeTakeFirstOrThrow();
        return requireGridOperator(db, id);
      });
    },

    updateGridOperator({ companyId, id }, patch) {
      return inTransaction(kysely, async (transaction) => {
        const db = withinCompany(transaction, await requireCompany(transaction, companyId, 'lock'));
        const before = await requireGridOperator(db, id);
        const changes = changedFields(before, stored(patch));
        return changes ? setGridOperator(db, before, changes) : before;
      });
    },

    async listGridOperators(companyId) {
      const db = withinCompany(kysely, await requireCompany(kysely, companyId));
      return gridOperatorSelection.of(db.selectFrom('gridOperator')).orderBy('name').orderBy('id').execute();
    },
  };
}

/** @throws {AdministrationError} if the company has no such grid operator */
export async function requireGridOperator(db: CompanyQueries, id: string): Promise<GridOperator> {
  const operator = await gridOperatorSelection
    .of(db.selectFrom('gridOperator'))
    .where('id', '=', idOrNone(id))
    .executeTakeFirst();
  if (operator) return operator;
  throw new AdministrationError('grid_operator_not_found', `The company has no grid operator ${id}.`);
}

/** Sets fields and the time of the last change, also that of its forms. Returns the changed grid operator. */
export async function setGridOperator(
  db: CompanyQueries,
  before: GridOperator,
  fields: Partial<GridOperatorFields>,
): Promise<GridOperator> {
  const updatedAt = changeTime(await readClock(db), before.updatedAt);
  await db
    .updateTable('gridOperator')
    .set({ ...fields, updatedAt })
    .where('id', '=', before.id)
    .execute();
  return requireGridOperator(db, before.id);
}
