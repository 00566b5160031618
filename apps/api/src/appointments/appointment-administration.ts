import type { Database, Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type { Links } from '../kernel/links/links.ts';
import { type AbsenceAdministration, absenceAdministration } from './availability/absence-administration.ts';
import {
  type ScheduleAdministration,
  scheduleAdministration,
} from './availability/schedule-administration.ts';
import {
  type BookingTypeAdministration,
  bookingTypeAdministration,
} from './booking-types/booking-type-administration.ts';
import type { PayingService } from './booking-types/booking-type-records.ts';
import { type BookingAdministration, bookingAdministration } from './bookings/booking-administration.ts';
import {
  type BookingLinkAdministration,
  bookingLinkAdministration,
} from './bookings/booking-link-administration.ts';

export { type Absence, absenceKinds, type NewAbsence } from './availability/absence-administration.ts';
export { workingHours } from './availability/schedule-administration.ts';
export { type BookingTypeSetup, bookingTypeFields } from './booking-types/booking-type-administration.ts';

/** Manages booking types, working hours, absences, and links to bookings. */
export interface AppointmentAdministration
  extends BookingTypeAdministration,
    ScheduleAdministration,
    AbsenceAdministration,
    BookingAdministration,
    BookingLinkAdministration {}

interface AppointmentParts {
  /** If it is a transaction, all methods run in it, except those for links. */
  kysely: Kysely<Tables>;
  database: Database;
  links: Links;
  service: PayingService;
}

/** Every method can throw an `AdministrationError`. */
export function appointmentAdministration({
  kysely,
  database,
  links,
  service,
}: AppointmentParts): AppointmentAdministration {
  return {
    ...bookingTypeAdministration(kysely, service),
    ...scheduleAdministration(kysely),
    ...absenceAdministration(kysely),
    ...bookingAdministration(kysely),
    ...bookingLinkAdministration(database, links),
  };
}
