import type { CompanyTables } from '@pv-planning/database';
import { type ExpressionBuilder, sql } from 'kysely';

/** The real booking that was made with a request. A unique index allows one for each request. */
export function bookingId({ selectFrom }: ExpressionBuilder<CompanyTables, 'offerRequest'>) {
  return selectFrom('booking')
    .select('booking.id')
    .whereRef('booking.companyId', '=', 'offerRequest.companyId')
    .whereRef('booking.offerRequestId', '=', 'offerRequest.id')
    .where('booking.source', '=', sql.lit('BUILDER'))
    .where('booking.status', 'not in', [sql.lit('PENDING_PAYMENT'), sql.lit('EXPIRED')])
    .$asScalar();
}
