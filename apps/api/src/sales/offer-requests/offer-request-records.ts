import type { OfferRequest, OfferRequestCreate, OfferRequestUpdate } from '@pv-planning/contract';
import { type CompanyQueries, StaleReadError } from '@pv-planning/database';
import { sql } from 'kysely';
import { shareCustomer } from '../../crm/customers/customer-records.ts';
import { stateAfter } from '../../kernel/contract/state-tables.ts';
import { nextNumber } from '../../kernel/identifiers/record-numbers.ts';
import { readClock } from '../../kernel/records/change-time.ts';
import { recordSelection } from '../../kernel/records/record-selection.ts';
import { type Locked, recordTable } from '../../kernel/records/record-table.ts';
import { completeAddress, converted, uuid } from '../../kernel/records/stored-values.ts';
import { referencesIn } from '../../kernel/references/references.ts';
import { asStaleRead } from '../../kernel/sql/database-errors.ts';
import { type LockedRequest, lockRequests } from './lock-requests.ts';
import { bookingId } from './request-booking.ts';

export const offerRequestReferences = referencesIn({
  customerId: 'customer',
  siteId: 'site',
  plannerId: 'member',
});

const emptyContact: OfferRequest['contact'] = {
  salutation: null,
  firstName: null,
  lastName: null,
  companyName: null,
  email: null,
  phone: null,
};

const emptyBuilding: OfferRequest['building'] = { type: null, ownership: null, year: null };

const emptyRoof: OfferRequest['roofs'][number] = {
  roofType: null,
  covering: null,
  azimuth: null,
  tilt: null,
  area: null,
};

const noInterests: OfferRequest['interests'] = {
  battery: false,
  wallbox: false,
  heatPump: false,
  emergencyPower: false,
  ems: false,
};

/** Converts a body to its stored form, except roofs: objects and roofs with all fields, lowercase UUIDs. */
export function completeFields<Body extends OfferRequestCreate | OfferRequestUpdate>(body: Body): Body {
  return converted<OfferRequestUpdate>(body, {
    contact: (contact) => ({ ...emptyContact, ...contact }),
    address: completeAddress,
    building: (building) => ({ ...emptyBuilding, ...building }),
    roofs: (roofs) => roofs.map((roof) => ({ ...emptyRoof, ...roof })),
    interests: (interests) => ({ ...noInterests, ...interests }),
    plannerId: uuid,
  }) as Body;
}

/** The driver expects JSON arrays as text. */
function stored<Fields extends { roofs?: OfferRequestUpdate['roofs'] }>({ roofs, ...fields }: Fields) {
  return { ...fields, ...(roofs && { roofs: JSON.stringify(roofs) }) };
}

const selection = recordSelection('offerRequest', 'OfferRequest', {
  bookingId,
  offerIds: ({ selectFrom, fn, val }) => {
    const ids = selectFrom('offer')
      .select((eb) => eb.fn.agg<string[]>('array_agg', ['offer.id']).orderBy('offer.id').as('ids'))
      .whereRef('offer.offerRequestId', '=', 'offerRequest.id');
    return fn.coalesce(ids, val<string[]>([]));
  },
});

const offerRequests = recordTable(selection, { bookingId: null, offerIds: [] });

export const readOfferRequest = offerRequests.read;

/** @throws 404 `not_found` */
export const lockOfferRequest = offerRequests.lock;

export async function insertOfferRequest(
  db: CompanyQueries,
  body: Omit<OfferRequestCreate, 'source'> & Partial<Pick<OfferRequest, 'source' | 'emailVerified'>>,
): Promise<OfferRequest> {
  const fields = { source: 'API', emailVerified: false, interests: noInterests, ...completeFields(body) };
  const createdAt = await readClock(db);
  const number = await nextNumber(db, 'AF', createdAt);
  return offerRequests.insert(db, {
    ...stored(fields),
    status: 'NEW',
    number,
    createdAt,
    updatedAt: createdAt,
  });
}

/**
 * Marks the mail address of a request as verified, and locks the request and its customer. Undefined if the request was deleted.
 */
export async function verifyOfferRequest(db: CompanyQueries, id: string): Promise<LockedRequest | undefined> {
  const found = await db
    .selectFrom('offerRequest')
    .select('customerId')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return undefined;
  if (found.customerId !== null) await shareCustomer(db, found.customerId);
  const [locked] = await lockRequests(db, { ids: [id] });
  if (locked && locked.customerId !== found.customerId)
    throw new StaleReadError('The request has another customer.');
  if (locked)
    await db
      .updateTable('offerRequest')
      .set({ emailVerified: true, updatedAt: locked.changedAt })
      .where('id', '=', id)
      .where('emailVerified', '=', sql<boolean>`false`)
      .execute();
  return locked;
}

/** Deletes a locked request. */
export async function removeOfferRequest(db: CompanyQueries, id: string): Promise<void> {
  try {
    await offerRequests.remove(db, id);
  } catch (error) {
    // Another transaction has created an offer for the request in the meantime.
    throw asStaleRead(error);
  }
}

type Changes = Omit<OfferRequestUpdate, 'status'> &
  Partial<Pick<OfferRequest, 'status' | 'projectId' | 'convertedAt' | 'rejectedAt' | 'emailVerified'>>;

/** Writes changes, as `completeFields` returns them, to a locked request. */
export function changeOfferRequest(
  db: CompanyQueries,
  locked: Locked<OfferRequest>,
  changes: Changes,
): Promise<OfferRequest> {
  return offerRequests.change(db, locked, stored(changes));
}

/**
 * Returns the fields that change when the caller sets a status.
 *
 * @throws 409 `offer_request_closed`, `offer_request_has_offers`
 */
export function statusChange(
  status: NonNullable<OfferRequestUpdate['status']>,
  { record: request, changedAt }: Locked<OfferRequest>,
): Pick<Changes, 'status' | 'rejectedAt'> {
  stateAfter('offerRequest', status, request.status);
  return { status, ...(status === 'REJECTED' && { rejectedAt: request.rejectedAt ?? changedAt }) };
}
