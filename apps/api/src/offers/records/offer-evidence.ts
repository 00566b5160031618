import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { LinkHolder } from '../../handler-context.ts';

type DecisionRow = Selectable<CompanyTables['offerDecision']>;
type WithdrawalRow = Selectable<CompanyTables['offerWithdrawal']>;

/** What a customer has done by the link of an offer. */
export interface OfferEvidence {
  decision: Pick<DecisionRow, 'termsVersion' | 'name' | 'clientAddress' | 'userAgent'> | null;
  withdrawal: Pick<WithdrawalRow, 'withdrawnAt' | 'name' | 'note'> | null;
}

type Builder = ExpressionBuilder<CompanyTables, 'offer'>;

/** Selects the evidence of the customer's decision about an offer. */
export function selectDecision({ selectFrom }: Builder) {
  return selectFrom('offerDecision')
    .select(
      sql`json_build_object(
        'termsVersion', terms_version, 'name', name, 'clientAddress', client_address, 'userAgent', user_agent
      )`.as('fields'),
    )
    .whereRef('offerDecision.offerId', '=', 'offer.id')
    .$asScalar()
    .$castTo<OfferEvidence['decision']>();
}

/** Selects the customer's withdrawal from the contract. */
export function selectWithdrawal({ selectFrom }: Builder) {
  return selectFrom('offerWithdrawal')
    .select(
      sql`json_build_object(
        'withdrawnAt', to_char(withdrawn_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'name', name, 'note', note
      )`.as('fields'),
    )
    .whereRef('offerWithdrawal.offerId', '=', 'offer.id')
    .$asScalar()
    .$castTo<OfferEvidence['withdrawal']>();
}

function clientOf({ id: linkHash, clientAddress, userAgent }: LinkHolder) {
  return { linkHash, clientAddress, userAgent };
}

export async function storeDecision(
  db: CompanyQueries,
  customer: LinkHolder,
  decision: Pick<DecisionRow, 'offerId' | 'decidedAt' | 'termsVersion' | 'offerPrice' | 'name'>,
): Promise<OfferEvidence['decision']> {
  const row = { ...decision, ...clientOf(customer) };
  await db.insertInto('offerDecision').values(row).execute();
  return row;
}

export async function storeWithdrawal(
  db: CompanyQueries,
  customer: LinkHolder,
  withdrawal: Pick<WithdrawalRow, 'offerId' | 'withdrawnAt' | 'name' | 'note'>,
): Promise<void> {
  await db
    .insertInto('offerWithdrawal')
    .values({ ...withdrawal, ...clientOf(customer) })
    .execute();
}
