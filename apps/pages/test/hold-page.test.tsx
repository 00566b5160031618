import type { Checkout, LinkedBooking } from '@pv-planning/contract/pages';
import { act } from 'preact/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HoldPage } from '../src/booking/hold-page.tsx';
import { pagesClient } from '../src/shared/api/pages-client.ts';
import { rendered } from './support/rendered.tsx';

const booking = {
  ...{ startsAt: '2026-12-01T09:00:00.000Z', endsAt: '2026-12-01T10:00:00.000Z', location: 'PHONE' },
  ...{ priceCents: 9900, discountCents: 0, taxCents: 0, refundedCents: 0, amountPaidCents: null },
  company: { name: 'Dachwerk', phone: '0351 555 0100', email: null, address: null },
} as LinkedBooking;
const checkout = { state: 'OPEN', booking: null, checkoutUrl: null, holdUntil: null } as const;
const open: Checkout = { ...checkout, checkoutUrl: 'https://pay.example/1' };
const away = () => new Response('', { status: 503 });
const answered = (body: Checkout) => () => Response.json(body);

/** Opens the page with a service that answers one request after the other. */
async function opened(...answers: (() => Response)[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => (answers.shift() ?? away)());
  onTestFinished(() => fetch.mockRestore());
  const reload = vi.fn(async () => ({ data: booking }));
  const api = pagesClient('http://service.example');
  const page = await rendered(
    <HoldPage api={api} token="t" booking={booking} reload={reload} isSending={false} giveUp={() => {}} />,
  );
  const pass = (seconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(seconds * 1000)));
  const shown = async () => {
    await pass(0.5);
    return page.text();
  };
  await expect.poll(shown).not.toContain('geladen');
  return { ...page, shown, pass, reload, asked: () => fetch.mock.calls.length };
}

test('a reservation whose payment cannot be read says so, and is asked for again', async () => {
  const { text, body, shown } = await opened(away, answered(open));
  expect(text()).toContain('Unser Dienst antwortet im Moment nicht.');
  await expect.poll(shown).toContain('99,00\u00A0€ bezahlen');
  expect(body.querySelector('a.btn.main')?.getAttribute('href')).toBe(open.checkoutUrl);
});

test('a payment under way is asked for, seldom, until the booking is real', async () => {
  const { text, shown, pass, asked, reload } = await opened(
    answered({ ...checkout, state: 'PROCESSING' }),
    answered({ ...checkout, state: 'BOOKED' }),
  );
  expect(text()).toContain('Ihre Zahlung ist unterwegs');
  await pass(30);
  expect(asked()).toBe(1);
  await pass(30);
  const reloads = () => shown().then(() => reload.mock.calls.length);
  await expect.poll(reloads).toBeGreaterThan(0);
});
