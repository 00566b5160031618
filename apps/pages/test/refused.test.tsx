import { expect, onTestFinished, test, vi } from 'vitest';
import { RefusedScreen } from '../src/booking/refused.tsx';
import { rendered } from './support/rendered.tsx';

test('a customer who has moved an appointment too often reads from when on it is possible again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-16T20:00:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  const company = { name: 'Dachwerk', phone: '0351 555 0100', email: null } as never;
  const failure = { kind: 'busy', code: 'too_many_moves', seconds: 43_530 } as const;
  const { text } = await rendered(<RefusedScreen company={company} failure={failure} forget={() => {}} />);
  expect(text()).toContain('ab Dienstag, 17.\u00A0März\u00A02026, 09:06\u00A0Uhr, wieder');
});
