import type { Booking } from '@pv-planning/contract';
import type { Steps } from '@pv-planning/server-kit';
import { findBooking } from '../../appointments/bookings/booking-records.ts';
import { AdministrationError } from '../../company/administration-error.ts';
import type { Context } from '../../kernel/handler-context.ts';
import { settleInSteps } from './settle-steps.ts';

export interface SettleAdministration {
  /** Same as the operation `settleBooking`. @param paidAt default: the present time */
  settleBooking(companyId: string, id: string, paidAt?: string): Promise<Booking>;
}

interface SettleParts {
  /** Runs work in a transaction of a company. */
  inTransaction<T>(companyId: string, work: (context: Context) => Promise<T>): Promise<T>;
}

export function settleAdministration({ inTransaction }: SettleParts): SettleAdministration {
  return {
    async settleBooking(companyId, id, paidAt) {
      if (!(await inTransaction(companyId, ({ db }) => findBooking(db, id))))
        throw new AdministrationError('booking_not_found', `Company ${companyId} has no booking ${id}.`);
      const step: Steps<Context>['step'] = (work) => inTransaction(companyId, work);
      const steps = { step, finish: step as Steps<Context>['finish'] };
      const settled: unknown = await settleInSteps(steps, { bookingId: id, paidAt }, (booking) => booking);
      return settled as Booking;
    },
  };
}
