import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
import { type MailAddress, mailAddress } from './address.ts';

/** An appointment in the calendar of the recipient. */
export interface Appointment {
  /** The same in all versions. Customers and planners have separate calendar entries. */
  id: string;
  /** Increases with every change: calendars ignore older ones. */
  sequence: number;
  isCancelled: boolean;
  startsAt: string;
  endsAt: string;
  summary: string;
  location: string | null;
  description?: string | null;
  /** Where the recipient can see and change the appointment. */
  url?: string | null;
  /** Time at which this version was created. */
  stampedAt: string;
  /** The company, never a planner: the planner can change without a mail to the customer. */
  organizer: MailAddress;
  attendee: MailAddress;
}

/** A calendar part of a mail (iTIP, RFC 5546). */
export interface CalendarPart {
  method: 'REQUEST' | 'CANCEL';
  content: string;
}

/** An appointment without an invitation. */
export type CalendarEntry = Omit<Appointment, 'organizer' | 'attendee'>;

const prodId = { company: 'PV Planning Service', product: 'Bookings' };

function eventOf(entry: CalendarEntry): ICalEventData {
  const { id, sequence, isCancelled, startsAt, endsAt, summary, location, description, url, stampedAt } =
    entry;
  return {
    id: `${id}@pv-planning`,
    sequence,
    stamp: new Date(stampedAt),
    start: new Date(startsAt),
    end: new Date(endsAt),
    summary,
    ...(location !== null && { location }),
    ...(description && { description }),
    ...(url && { url }),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  };
}

/**
 * Returns an appointment as a file. In a calendar, it replaces older versions, also those of mails.
 *
 * @param isTentative it is not certain yet that the appointment takes place
 */
export function calendarFile(entry: CalendarEntry, isTentative: boolean): string {
  const calendar = ical({ prodId });
  calendar.createEvent({ ...eventOf(entry), ...(isTentative && { status: ICalEventStatus.TENTATIVE }) });
  return calendar.toString();
}

/** @throws {MailError} for addresses and names that `mailAddress` rejects */
export function calendarPart(appointment: Appointment): CalendarPart {
  const [organizer, attendee] = [appointment.organizer, appointment.attendee].map(({ address, name }) =>
    mailAddress(address, name),
  ) as [MailAddress, MailAddress];
  const method = appointment.isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ method, prodId });
  calendar.createEvent({
    ...eventOf(appointment),
    organizer: { name: organizer.name, email: organizer.address },
    attendees: [
      {
        name: attendee.name || attendee.address,
        email: attendee.address,
        rsvp: false,
        status: ICalAttendeeStatus.ACCEPTED,
      },
    ],
  });
  return { method, content: calendar.toString() };
}
