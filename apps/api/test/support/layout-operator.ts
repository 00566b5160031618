import type { TestDatabase } from '@pv-planning/database/testing';

/** Adds a grid operator whose forms are layouts. Returns its id and those of its forms. */
export async function newLayoutOperator(
  kysely: TestDatabase['kysely'],
  companyId: string,
  layouts: readonly string[],
) {
  const { id } = await kysely
    .insertInto('gridOperator')
    .values({ companyId, name: 'Netze Łódź' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const forms: string[] = [];
  for (const [index, layout] of layouts.entries()) {
    const form = { code: layout, name: layout, layout, phase: 'APPLICATION', appliesTo: 'ALWAYS' };
    const row = await kysely
      .insertInto('gridOperatorForm')
      .values({ companyId, gridOperatorId: id, position: index + 1, ...form })
      .returning('id')
      .executeTakeFirstOrThrow();
    forms.push(row.id);
  }
  return { id, forms };
}
