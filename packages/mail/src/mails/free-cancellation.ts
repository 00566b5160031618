import type { MailLanguage } from '../language.ts';
import { texts } from '../texts/texts.ts';
import { germanDeadline } from '../texts/values.ts';

/** End of free cancellation for a payment not made yet, or its duration after the payment. */
export type FreeCancellation = { until: string } | { minutes: number };

export function freeCancellation(free: FreeCancellation, language: MailLanguage): string {
  const text = texts[language];
  const until =
    'until' in free
      ? text.cancelFreeUntil(germanDeadline(free.until, language))
      : text.cancelFreeFor(free.minutes);
  return `${until} ${text.rights}`;
}
