import type { ElectricalContractor, GridOperator, Query } from '@pv-planning/contract';
import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import type { Page } from '@pv-planning/server-kit';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { type ListPage, pagesOf, type SingleValues } from '../../kernel/lists/list-pages.ts';
import { containing } from '../../kernel/lists/text-search.ts';
import { recordSelection } from '../../kernel/records/record-selection.ts';
import { converted } from '../../kernel/records/stored-values.ts';

function documents({ selectFrom, fn }: ExpressionBuilder<CompanyTables, 'gridOperator'>) {
  const forms = selectFrom('gridOperatorForm')
    .select(({ fn, cast, ref }) => {
      const form = jsonBuildObject({
        id: cast<string>('gridOperatorForm.id', 'text'),
        code: ref('code'),
        name: ref('gridOperatorForm.name'),
        version: ref('version'),
        phase: ref('phase'),
        appliesTo: ref('appliesTo'),
        pageCount: ref('pageCount'),
      });
      return fn
        .agg<GridOperator['documents']>('json_agg', [form])
        .orderBy('position')
        .orderBy('gridOperatorForm.id')
        .as('documents');
    })
    .whereRef('gridOperatorForm.gridOperatorId', '=', 'gridOperator.id');
  return fn.coalesce(forms, sql<GridOperator['documents']>`'[]'`);
}

export const gridOperatorSelection = recordSelection('gridOperator', 'GridOperator', { documents });

function registrations({ selectFrom, fn }: ExpressionBuilder<CompanyTables, 'contractor'>) {
  const entries = selectFrom('contractorRegistration')
    .select(({ fn, cast, ref }) => {
      const entry = jsonBuildObject({
        networkCarrierId: cast<string>('gridOperatorId', 'text'),
        number: ref('number'),
      });
      return fn
        .agg<ElectricalContractor['registrations']>('json_agg', [entry])
        .orderBy('gridOperatorId')
        .as('registrations');
    })
    .whereRef('contractorRegistration.contractorId', '=', 'contractor.id');
  return fn.coalesce(entries, sql<ElectricalContractor['registrations']>`'[]'`);
}

export const contractorSelection = recordSelection('contractor', 'ElectricalContractor', { registrations });

const gridOperatorPages = pagesOf((db, query: SingleValues<Query<'listGridOperators'>>) => {
  const { postalCode, q } = query;
  let matches = db.selectFrom('gridOperator');
  if (postalCode !== undefined)
    matches = matches.where(({ eb, fn, val }) => eb(val(postalCode), '=', fn.any('postalCodes')));
  if (q !== undefined)
    matches = matches.where(({ or, eb }) => or([eb('name', 'ilike', q), eb('shortName', 'ilike', q)]));
  return { matches, items: gridOperatorSelection.of(matches) };
});

export function listedGridOperators(
  db: CompanyQueries,
  query: Query<'listGridOperators'>,
  page: Page,
): Promise<ListPage<GridOperator>> {
  return gridOperatorPages(db, converted(query, { q: containing }), page);
}

const contractorPages = pagesOf((db, _query: SingleValues<Query<'listElectricalContractors'>>) => {
  const matches = db.selectFrom('contractor');
  return { matches, items: contractorSelection.of(matches) };
});

export function listedContractors(
  db: CompanyQueries,
  query: Query<'listElectricalContractors'>,
  page: Page,
): Promise<ListPage<ElectricalContractor>> {
  return contractorPages(db, query, page);
}
