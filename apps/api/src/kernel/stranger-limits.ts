const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/**
 * Limits for people without a key at one company, counted in the database. Beyond them, a booking must be confirmed by a mailed
 * link, or the request is rejected.
 */
export const strangerLimits = {
  /**
   * Bookings on the pages of a company before strangers must confirm by a mailed link: this number, or this share of the free
   * appointments if it is more. The same limit applies to slots kept for confirmation.
   */
  made: { count: 10, share: 0.2, ms: hour },
  /**
   * Of one network: bookings at once, confirmations, and slots that are kept at a time. Of one mail domain: confirmations in an hour, while the
   * company has more bookings than `made` allows.
   */
  ofOne: { count: 3, networkMs: 10 * minute },
  /** Upcoming appointments of a mailbox. */
  appointments: 3,
  /** Slots held for an e-mail address, and for a network address, also while a debit is collected. */
  holds: 2,
  /** Mails to one address, without cancellations: each booking has at most one. */
  mails: { count: 10, ms: day },
  /** Moves of an appointment by its link. */
  moves: { count: 10, ms: day },
  /** Mails to one address that ask for the confirmation of an appointment. */
  confirmationMails: { count: 3, ms: hour },
};

/** Returns the seconds until a limit allows the next request, at least one. */
export const secondsTo = (time: number, now: string) =>
  Math.max(1, Math.ceil((time - Date.parse(now)) / 1000));
