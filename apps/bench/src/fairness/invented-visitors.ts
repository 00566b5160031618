import { randomUUID } from 'node:crypto';
import { expectStatus } from '../process/requests.ts';
import { administer } from '../records/company.ts';
import type { FairnessCase } from './fairness-case.ts';
import { generated } from './generated.ts';

const [slug, typeSlug] = ['sonnendach', 'beratung'];
const hourMs = 3_600_000;
const midnight = Math.ceil(Date.now() / (24 * hourMs)) * 24 * hourMs;
const slot = (hour: number) => new Date(midnight + hour * hourMs).toISOString();

/**
 * Exceeds the limits of bookings and kept slots of a company, so that everybody must confirm afterwards. Spread over a week, so
 * that slots stay free.
 */
const booked = 90;

const addresses = 3_000;
const networks = 3;
const perSecond = 40;

const customer = { forename: 'Erika', surname: 'Muster' };

let visitors = 0;

export const inventedVisitors: FairnessCase = {
  measured: 'customers who book while',
  name: 'visitors of 3,000 addresses in 3 networks book 40 times a second with invented mailboxes',
  env: { CONFIRM_BOOKINGS: 'on', PUBLIC_URL: 'https://service.example' },
  async prepare({ postgres, url, busy: { companyId } }) {
    const run = (command: string, parameters: string[], input?: object) => {
      const all = [...command.split(' '), ...parameters, ...(input ? ['--file', '-'] : [])];
      return administer(postgres, all, input && { input });
    };
    const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
    await run('schedule set', ['--company', companyId], { rules });
    await run('booking-type create', [typeSlug, '--company', companyId], {
      ...{
        name: 'Beratung',
        durationMinutes: 60,
        stepMinutes: 60,
        location: 'VIDEO',
        assignment: 'NONE',
        capacity: 1,
      },
      ...{ minNoticeMinutes: 0, maxAdvanceDays: 7, sources: ['BOOKING_PAGE'] },
    });
    await run('company update', [companyId, '--slug', slug]);
    const path = `/pages/v1/companies/${slug}-${companyId}/booking-types/${typeSlug}/bookings`;
    /** A customer with a mailbox and a network of their own. */
    const visitor = (hour: number) => {
      visitors += 1;
      const email = `erika@muster-${visitors}.example`;
      return {
        url: url + path,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          'x-forwarded-for': `2001:db8:${visitors.toString(16)}::1`,
        },
        body: JSON.stringify({ ...customer, email, startsAt: slot(hour) }),
      };
    };
    for (let hour = 0; hour < booked; hour += 1) {
      const { url: address, ...request } = visitor(hour);
      await expectStatus([200], address, request);
    }
    const requests = Array.from({ length: addresses }, (_, index) => ({
      path,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        'x-forwarded-for': `2001:db9:${index % networks}:${index.toString(16)}::1`,
      },
    }));
    const body = JSON.stringify({ ...customer, email: 'a{n}@catchall.example', startsAt: slot(booked + 2) });
    const rate = { connections: perSecond / 4, overallRate: perSecond, duration: 5 };
    return {
      load: generated({ url, method: 'POST', requests, body, ...rate }, ['200', '429', '503']),
      visitor: () => visitor(booked + 1),
    };
  },
};
