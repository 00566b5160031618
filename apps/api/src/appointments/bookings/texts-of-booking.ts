import type { Booking } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { consumerTypes } from '@pv-planning/documents';
import { sql } from 'kysely';
import { type BookingTexts, readBookingTexts } from '../../company/texts/booking-texts.ts';
import { readCompanyTexts } from '../../company/texts/company-texts.ts';
import type { Sender } from '../../company/texts/withdrawal-instruction.ts';

/** The current version of the texts, unless the customer is no consumer. */
const currentVersion = preparedQuery((db, { customerId }: { customerId: string | null }) =>
  db
    .selectFrom('companyTexts')
    .select(['version', 'withdrawal'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('customer')
            .select('customer.id')
            .whereRef('customer.companyId', '=', 'companyTexts.companyId')
            .where('customer.id', '=', customerId)
            .where('customer.type', 'not in', consumerTypes.map(sql.lit)),
        ),
      ),
    )
    .orderBy('version', 'desc')
    .limit(1),
);

export interface Sale {
  priceCents: number;
  customerId: string | null;
}

/** Returns the version of the texts for consumers with which a booking is made. Null: none. */
export async function textsVersionOf(
  db: CompanyQueries,
  { priceCents, customerId }: Sale,
): Promise<number | null> {
  if (priceCents === 0) return null;
  const [current] = await currentVersion(db, { customerId });
  return current?.version ?? null;
}

/** Whether a booking that is made now has an instruction on withdrawal. */
export async function hasInstructionNow(
  db: CompanyQueries,
  { priceCents, customerId }: Sale,
): Promise<boolean> {
  if (priceCents === 0) return false;
  const [current] = await currentVersion(db, { customerId });
  return current !== undefined && current.withdrawal !== null;
}

const recordedVersion = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('booking').select('consumerTextsVersion').where('id', '=', id),
);

async function readVersion(db: CompanyQueries, { id, priceCents }: Booking): Promise<number | null> {
  if (!priceCents) return null;
  const [booking] = await recordedVersion(db, { id });
  return booking?.consumerTextsVersion ?? null;
}

/** Returns the texts for consumers with which a booking was made. Null: none. */
export async function readTextsOfBooking(
  db: CompanyQueries,
  booking: Booking,
  company: Sender,
): Promise<BookingTexts | null> {
  const version = await readVersion(db, booking);
  return version === null ? null : readBookingTexts(db, company, version);
}

/** Whether a booking was made with an instruction on withdrawal. */
export async function hasInstruction(db: CompanyQueries, booking: Booking): Promise<boolean> {
  const version = await readVersion(db, booking);
  const texts = version === null ? null : await readCompanyTexts(db, version);
  return texts !== null && texts.withdrawal !== null;
}
