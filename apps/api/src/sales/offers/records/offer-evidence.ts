import type { Offer } from '@pv-planning/contract';
import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import type { Actor, PageVisitor } from '../../../kernel/handler-context.ts';

type DecisionRow = Selectable<CompanyTables['offerDecision']>;
type NewDecision = Insertable<CompanyTables['offerDecision']>;
type WithdrawalRow = Selectable<CompanyTables['offerWithdrawal']>;

type DecidedBy = NonNullable<Offer['decision']>['by'];

/** The evidence of decisions on an offer, and of a withdrawal by its link. */
export interface OfferEvidence {
  decision:
    | (Pick<
        DecisionRow,
        | 'decidedAt'
        | 'termsVersion'
        | 'offerPrice'
        | 'name'
        | 'startBeforeWithdrawalEnds'
        | 'clientAddress'
        | 'userAgent'
      > & { decidedBy: DecidedBy })
    | null;
  withdrawal: Pick<WithdrawalRow, 'withdrawnAt' | 'name' | 'note' | 'clientAddress' | 'userAgent'> | null;
}

type Builder = ExpressionBuilder<CompanyTables, 'offer'>;

const timeText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Selects the evidence of the decision about an offer. */
export function selectDecision({ selectFrom }: Builder) {
  return selectFrom('offerDecision')
    .select(
      sql`json_build_object(
        'decidedAt', ${timeText('decidedAt')}, 'decidedBy', decided_by, 'termsVersion', terms_version,
        'offerPrice', offer_price, 'name', name, 'startBeforeWithdrawalEnds', start_before_withdrawal_ends,
        'clientAddress', client_address, 'userAgent', user_agent
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
        'withdrawnAt', ${timeText('withdrawnAt')}, 'name', name, 'note', note,
        'clientAddress', client_address, 'userAgent', user_agent
      )`.as('fields'),
    )
    .whereRef('offerWithdrawal.offerId', '=', 'offer.id')
    .$asScalar()
    .$castTo<OfferEvidence['withdrawal']>();
}

const clientOf = ({ clientAddress, userAgent }: PageVisitor) => ({ clientAddress, userAgent });

export async function storeDecision(
  db: CompanyQueries,
  actor: Actor,
  decision: Omit<NewDecision, 'decidedBy' | 'clientAddress' | 'userAgent' | 'companyId'>,
): Promise<OfferEvidence['decision']> {
  const row =
    actor.kind === 'customer'
      ? { ...decision, decidedBy: 'CUSTOMER' as const, ...clientOf(actor) }
      : { ...decision, decidedBy: 'TEAM' as const, clientAddress: null, userAgent: null };
  await db.insertInto('offerDecision').values(row).execute();
  const { decidedAt, decidedBy, termsVersion, offerPrice, name = null, clientAddress, userAgent } = row;
  const { startBeforeWithdrawalEnds = false } = row;
  return {
    ...{ decidedAt, decidedBy, termsVersion, offerPrice, name, startBeforeWithdrawalEnds },
    ...{ clientAddress, userAgent },
  };
}

export async function storeWithdrawal(
  db: CompanyQueries,
  customer: PageVisitor,
  withdrawal: Pick<WithdrawalRow, 'offerId' | 'withdrawnAt' | 'name' | 'note'>,
): Promise<void> {
  await db
    .insertInto('offerWithdrawal')
    .values({ ...withdrawal, ...clientOf(customer) })
    .execute();
}
