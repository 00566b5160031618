import type { BookingType } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';
import {
  type BookingTypeRow,
  bookingTypeSelection,
  findBookingType,
} from '../../appointments/booking-types/booking-type-records.ts';

/** A planner that customers can choose. */
interface Choice {
  id: string;
  name: string;
}

/** A type that customers can book, with the planners that they can choose. */
export type OpenBookingType<Type extends BookingTypeRow = BookingType> = Type & { planners: Choice[] };

/** Maximum number in a response. */
const maxTypes = 1000;

const isOpen = ({ active, sources }: BookingTypeRow) => active && sources.length > 0;

async function withPlanners<Type extends BookingTypeRow>(
  db: CompanyQueries,
  types: readonly Type[],
): Promise<OpenBookingType<Type>[]> {
  const ids = types.filter(({ assignment }) => assignment === 'CUSTOMER_CHOICE').map(({ id }) => id);
  const planners =
    ids.length === 0
      ? []
      : await db
          .selectFrom('bookingTypeMember')
          .innerJoin('member', (join) =>
            join
              .onRef('member.companyId', '=', 'bookingTypeMember.companyId')
              .onRef('member.id', '=', 'bookingTypeMember.memberId'),
          )
          .select([
            'bookingTypeMember.bookingTypeId as typeId',
            'member.id',
            sql<string>`member.first_name || ' ' || member.last_name`.as('name'),
          ])
          .where('bookingTypeMember.bookingTypeId', 'in', ids)
          .where('member.active', '=', true)
          .orderBy('member.lastName')
          .orderBy('member.id')
          .execute();
  return types.map((type) => ({
    ...type,
    planners: planners.filter(({ typeId }) => typeId === type.id).map(({ id, name }) => ({ id, name })),
  }));
}

/** Returns the types that customers can book, by name. */
export async function readOpenBookingTypes(db: CompanyQueries): Promise<OpenBookingType[]> {
  const types = await bookingTypeSelection
    .of(db.selectFrom('bookingType'))
    .where('active', '=', true)
    .where(sql<boolean>`sources <> '{}'`)
    .orderBy('name')
    .orderBy('id')
    .limit(maxTypes)
    .execute();
  return withPlanners(db, types);
}

/** Returns a type with the planners that customers can choose, or undefined if customers cannot book it. */
export async function asOpenBookingType<Type extends BookingTypeRow>(
  db: CompanyQueries,
  type: Type | undefined,
): Promise<OpenBookingType<Type> | undefined> {
  const [open] = type && isOpen(type) ? await withPlanners(db, [type]) : [];
  return open;
}

/** Finds a type that customers can book. Any text can be passed. */
export async function findOpenBookingType(
  db: CompanyQueries,
  slug: string,
): Promise<OpenBookingType | undefined> {
  return asOpenBookingType(db, await findBookingType(db, slug));
}
