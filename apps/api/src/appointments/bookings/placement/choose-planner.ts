import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { roundRobinOrder } from '@pv-planning/slots';
import { sql } from 'kysely';

/** Days before and after a new appointment whose appointments count as load. */
const loadDays = 30;
const dayMs = 86_400_000;

interface LoadQuery {
  typeId: string;
  memberIds: readonly string[];
  from: string;
  to: string;
}

const candidates = preparedQuery((db, { typeId, memberIds, from, to }: LoadQuery) =>
  db
    .selectFrom('bookingTypeMember')
    .leftJoin('booking', (join) =>
      join
        .onRef('booking.companyId', '=', 'bookingTypeMember.companyId')
        .onRef('booking.plannerId', '=', 'bookingTypeMember.memberId')
        .on('booking.startsAt', '>=', from)
        .on('booking.startsAt', '<=', to)
        .on('booking.status', 'in', [
          sql.lit('PENDING_PAYMENT'),
          sql.lit('CONFIRMED'),
          sql.lit('COMPLETED'),
          sql.lit('NO_SHOW'),
        ]),
    )
    .select(({ fn, cast }) => [
      'memberId as id',
      'priority',
      'weight',
      cast<number>(fn.count('booking.id'), 'integer').as('load'),
      fn.max('booking.createdAt').as('lastBookedAt'),
    ])
    .where('bookingTypeId', '=', typeId)
    .where(({ eb, fn, val }) => eb('memberId', '=', fn.any(val(memberIds))))
    .groupBy(['memberId', 'priority', 'weight']),
);

/** Returns the planner of the type whose turn it is, among those who are free. They must be locked. */
export async function choosePlanner(
  db: CompanyQueries,
  typeId: string,
  freeIds: readonly string[],
  startsAt: number,
): Promise<string | undefined> {
  if (freeIds.length < 2) return freeIds[0];
  const rows = await candidates(db, {
    typeId,
    memberIds: freeIds,
    from: new Date(startsAt - loadDays * dayMs).toISOString(),
    to: new Date(startsAt + loadDays * dayMs).toISOString(),
  });
  const [first] = roundRobinOrder(
    rows.map(({ lastBookedAt, ...candidate }) => ({
      ...candidate,
      lastBookedAt: lastBookedAt === null ? null : Date.parse(lastBookedAt),
    })),
  );
  return first?.id;
}
