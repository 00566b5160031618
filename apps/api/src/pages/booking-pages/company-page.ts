import type { BookingPage, CompanyPage, PageCompany, PageSlots } from '@pv-planning/contract/pages';
import type { CompanyQueries } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import { type Days, listSlots } from '../../appointments/availability/list-slots.ts';
import { bookableIn } from '../../appointments/booking-types/booking-type-records.ts';
import { readCompanyLook, readCompanyPresentation } from '../../company/company-records.ts';
import { readBookingTexts } from '../../company/texts/booking-texts.ts';
import type { CustomerContext } from '../../kernel/handler-context.ts';
import { findOpenBookingType, type OpenBookingType, readOpenBookingTypes } from './open-booking-types.ts';

/** Returns the company as customers see it. */
export async function readPageCompany(db: CompanyQueries): Promise<PageCompany> {
  const {
    taxNumber: _,
    iban: _iban,
    bic: _bic,
    bankName: _bank,
    ...shown
  } = await readCompanyPresentation(db);
  return { ...shown, ...(await readCompanyLook(db)) };
}

function shownType(type: OpenBookingType): BookingPage {
  const { slug, name, description, durationMinutes, location, requiresAddress, planners, sources } = type;
  const { maxAdvanceDays, rescheduleNoticeMinutes, cancelNoticeMinutes, refundNoticeMinutes } = type;
  const { priceCents, currency, taxRate, bookable } = type;
  return {
    ...{ slug, name, description, durationMinutes, location, requiresAddress, planners, sources },
    ...{ maxAdvanceDays, rescheduleNoticeMinutes, cancelNoticeMinutes, refundNoticeMinutes },
    ...{ priceCents, currency, taxRate, bookable },
  };
}

type PageContext = Pick<CustomerContext, 'db' | 'links' | 'paymentAccounts'>;

export async function readCompanyPage(context: PageContext): Promise<CompanyPage> {
  const types = (await readOpenBookingTypes(context.db)).map(await bookableIn(context));
  return {
    ...(await readPageCompany(context.db)),
    consumerTexts: await readBookingTexts(context.db, await readCompanyPresentation(context.db)),
    bookingTypes: types.map(shownType),
  };
}

/** @throws 404 `not_found` */
async function requireOpenType(db: CompanyQueries, slug: string): Promise<OpenBookingType> {
  const type = await findOpenBookingType(db, slug);
  if (!type) throw notFound();
  return type;
}

/** @throws 404 `not_found` */
export async function readBookingPage(context: PageContext, slug: string): Promise<BookingPage> {
  const type = await requireOpenType(context.db, slug);
  return shownType((await bookableIn(context))(type));
}

interface PageSlotsQuery extends Days {
  plannerId?: string | undefined;
}

/**
 * Returns the slots of a type for customers. Planners are shown only if the customer can choose one.
 *
 * @throws 404 `not_found`
 */
export async function readPageSlots(
  db: CompanyQueries,
  slug: string,
  { from, to, plannerId }: PageSlotsQuery,
  now: string,
): Promise<PageSlots> {
  const type = await requireOpenType(db, slug);
  const choosable = new Set(type.planners.map(({ id }) => id));
  const chosen = plannerId?.toLowerCase();
  if (chosen !== undefined && !choosable.has(chosen)) return { from, to, slots: [] };
  const slots = await listSlots(db, type, { from, to, plannerId: chosen, view: 'customer', now });
  return {
    from,
    to,
    slots: slots.map((slot) => ({
      ...slot,
      plannerIds: slot.plannerIds.filter((id) => choosable.has(id)),
    })),
  };
}
