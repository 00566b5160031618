import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';
import { folded } from '../../sql/folded-text.ts';
import { unnested } from '../../sql/unnested-rows.ts';
import type { ListedRow } from '../read-list.ts';

/** The case-folded article numbers of a row or a product, as in the indexes. Equal keys denote the same number. */
export interface NumberKeys {
  numberKey: string | null;
  manufacturerNumberKey: string | null;
}

export interface RowKeys extends NumberKeys {
  /** The new number in a RENUMBER row. */
  newNumberKey: string | null;
  manufacturerKey: string | null;
}

const givenTypes = {
  rowIndex: 'integer',
  articleNumber: 'text',
  newArticleNumber: 'text',
  manufacturerArticleNumber: 'text',
  manufacturer: 'text',
} as const;

/** Returns the keys of the rows, in row order. The database computes them, because case folding depends on its collation. */
export function readRowKeys(db: CompanyQueries, rows: readonly ListedRow[]): Promise<RowKeys[]> {
  const given = rows.map((row, rowIndex) => ({
    rowIndex,
    articleNumber: row.articleNumber ?? null,
    newArticleNumber: row.newArticleNumber ?? null,
    manufacturerArticleNumber: row.manufacturerArticleNumber ?? null,
    manufacturer: row.manufacturer ?? null,
  }));
  const key = (column: string) => folded(sql.ref<string | null>(`given.${column}`));
  return db
    .selectFrom(unnested('given', givenTypes, given))
    .select([
      key('articleNumber').as('numberKey'),
      key('newArticleNumber').as('newNumberKey'),
      key('manufacturerArticleNumber').as('manufacturerNumberKey'),
      key('manufacturer').as('manufacturerKey'),
    ])
    .orderBy('given.rowIndex')
    .execute();
}
