import { notFound } from '@pv-planning/server-kit';
import type { ResourceHandlers } from '../../kernel/handler-context.ts';
import { recordId } from '../../kernel/identifiers/record-id.ts';
import { gridOperatorSelection, listedContractors, listedGridOperators } from './grid-operator-records.ts';

export const gridOperatorHandlers = {
  listGridOperators: ({ query, page }, { db }) => listedGridOperators(db, query, page),

  async getGridOperator({ params }, { db }) {
    const operator = await gridOperatorSelection
      .of(db.selectFrom('gridOperator'))
      .where('id', '=', recordId(params.id))
      .executeTakeFirstOrThrow(notFound);
    return { status: 200, body: operator };
  },

  listElectricalContractors: ({ query, page }, { db }) => listedContractors(db, query, page),
} satisfies ResourceHandlers;
