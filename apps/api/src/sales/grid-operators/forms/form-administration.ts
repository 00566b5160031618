import type { GridOperator } from '@pv-planning/contract';
import { type CompanyQueries, type Tables, withinCompany } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { AdministrationError } from '../../../company/administration-error.ts';
import { requireCompany } from '../../../company/company-administration.ts';
import { inTransaction } from '../../../company/in-transaction.ts';
import { isRecordId } from '../../../kernel/identifiers/record-id.ts';
import { requireGridOperator, setGridOperator } from '../grid-operator-administration.ts';
import type { CheckedForm } from './form-source.ts';

const maxForms = 50;

interface OperatorKey {
  companyId: string;
  operatorId: string;
}

interface FormKey {
  companyId: string;
  formId: string;
}

/** Forms of grid operators. Each change returns the changed grid operator. */
export interface FormAdministration {
  /**
   * @param position position in the list, from 1; default: the last
   * @throws {AdministrationError} `too_many_forms`
   */
  addForm(operator: OperatorKey, form: CheckedForm, position?: number): Promise<GridOperator>;
  /** Keeps the id and the position. */
  replaceForm(key: FormKey, form: CheckedForm): Promise<GridOperator>;
  removeForm(form: FormKey): Promise<GridOperator>;
  /** @param formIds all forms of the grid operator */
  orderForms(operator: OperatorKey, formIds: readonly string[]): Promise<GridOperator>;
  readGridOperator(operator: OperatorKey): Promise<GridOperator>;
}

export function formAdministration(kysely: Kysely<Tables>): FormAdministration {
  /** Changes the forms of a grid operator, which is locked with its company. */
  const change = <Result>(companyId: string, work: (db: CompanyQueries) => Promise<Result>) =>
    inTransaction(kysely, async (transaction) =>
      work(withinCompany(transaction, await requireCompany(transaction, companyId, 'lock'))),
    );

  return {
    addForm: ({ companyId, operatorId }, form, position = maxForms) =>
      change(companyId, async (db) => {
        const operator = await requireGridOperator(db, operatorId);
        const ids = operator.documents.map(({ id }) => id);
        if (ids.length >= maxForms)
          throw new AdministrationError('too_many_forms', `A grid operator has up to ${maxForms} forms.`);
        const { id: formId } = await db
          .insertInto('gridOperatorForm')
          .values({ ...form, gridOperatorId: operator.id, position })
          .returning('id')
          .executeTakeFirstOrThrow();
        await setOrder(db, ids.toSpliced(position - 1, 0, formId));
        return setGridOperator(db, operator, {});
      }),

    replaceForm: ({ companyId, formId }, form) =>
      change(companyId, async (db) => {
        const operator = await operatorOf(db, formId);
        await db.updateTable('gridOperatorForm').set(form).where('id', '=', formId).execute();
        return setGridOperator(db, operator, {});
      }),

    removeForm: ({ companyId, formId }) =>
      change(companyId, async (db) => {
        const operator = await operatorOf(db, formId);
        await db.deleteFrom('gridOperatorForm').where('id', '=', formId).execute();
        return setGridOperator(db, operator, {});
      }),

    orderForms: ({ companyId, operatorId }, formIds) =>
      change(companyId, async (db) => {
        const operator = await requireGridOperator(db, operatorId);
        const ids = operator.documents.map(({ id }) => id);
        if (ids.toSorted().join() !== formIds.toSorted().join())
          throw new AdministrationError(
            'invalid_fields',
            `The order must name each form of the grid operator once: ${ids.join(' ')}.`,
          );
        await setOrder(db, formIds);
        return setGridOperator(db, operator, {});
      }),

    async readGridOperator({ companyId, operatorId }) {
      const db = withinCompany(kysely, await requireCompany(kysely, companyId));
      return requireGridOperator(db, operatorId);
    },
  };
}

/** @throws {AdministrationError} if no grid operator of the company has the form */
async function operatorOf(db: CompanyQueries, formId: string): Promise<GridOperator> {
  const form = isRecordId(formId)
    ? await db
        .selectFrom('gridOperatorForm')
        .select('gridOperatorId')
        .where('id', '=', formId)
        .executeTakeFirst()
    : undefined;
  if (form) return requireGridOperator(db, form.gridOperatorId);
  throw new AdministrationError('form_not_found', `No grid operator of the company has a form ${formId}.`);
}

async function setOrder(db: CompanyQueries, formIds: readonly string[]): Promise<void> {
  for (const [index, id] of formIds.entries())
    await db
      .updateTable('gridOperatorForm')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute();
}
