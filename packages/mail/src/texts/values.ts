import type { MailLanguage } from '../language.ts';

const timeZone = 'Europe/Berlin';

const locales = { de: 'de-DE', en: 'en-GB' } as const;

const clock = { de: (time: string) => `${time} Uhr`, en: (time: string) => time } as const;

/** Returns the calendar day of a time in Germany: `23. November 2026`. */
export function germanDay(time: string, language: MailLanguage): string {
  const format = { timeZone, day: 'numeric', month: 'long', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(locales[language], format).format(new Date(time));
}

/** Returns a time in Germany with the name of the zone: `Montag, 23. November 2026, 10:15 Uhr (MEZ)`. */
export function germanTime(time: string, language: MailLanguage): string {
  const at = new Date(time);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales[language], { timeZone, ...options });
  const weekday = format({ weekday: 'long' }).format(at);
  const ofDay = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
  const parts = format({ hour: 'numeric', timeZoneName: 'short' }).formatToParts(at);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${weekday}, ${germanDay(time, language)}, ${clock[language](ofDay)} (${zone})`;
}

/** Returns an amount in euros: `1.234,50 €`. */
export function euros(amount: number, language: MailLanguage): string {
  return new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'EUR' }).format(amount);
}
