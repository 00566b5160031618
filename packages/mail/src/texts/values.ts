import type { MailLanguage } from '../language.ts';

const timeZone = 'Europe/Berlin';

const locales = { de: 'de-DE', en: 'en-GB' } as const;

const clock = { de: (time: string) => `${time} Uhr`, en: (time: string) => time } as const;

/** Making a formatter takes much longer than formatting. */
const formats = { de: formatsOf(locales.de), en: formatsOf(locales.en) };

function formatsOf(locale: string) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options });
  return {
    day: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    weekday: format({ weekday: 'long' }),
    timeOfDay: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    zone: format({ hour: 'numeric', timeZoneName: 'short' }),
    percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
    euros: new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }),
    number: new Intl.NumberFormat(locale),
  };
}

/** Returns the calendar day of a time in Germany: `23. November 2026`. */
export function germanDay(time: string, language: MailLanguage): string {
  return formats[language].day.format(new Date(time));
}

/**
 * Returns a time in Germany with the name of the zone: `Montag, 23. November 2026, 10:15 Uhr (MEZ)`.
 *
 * @param until follows the time of day
 */
export function germanTime(time: string, language: MailLanguage, until = ''): string {
  const at = new Date(time);
  const { weekday, timeOfDay, zone } = formats[language];
  const zoneName = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const ofDay = clock[language](timeOfDay.format(at) + until);
  return `${weekday.format(at)}, ${germanDay(time, language)}, ${ofDay} (${zoneName})`;
}

/** Returns a period in Germany: `Montag, 23. November 2026, 10:15–11:15 Uhr (MEZ)`. */
export function germanPeriod(from: string, minutes: number, language: MailLanguage): string {
  const to = new Date(Date.parse(from) + minutes * 60_000).toISOString();
  if (germanDay(from, language) !== germanDay(to, language))
    return `${germanTime(from, language)} – ${germanTime(to, language)}`;
  return germanTime(from, language, `–${formats[language].timeOfDay.format(new Date(to))}`);
}

/** Returns a number: `10.000`. */
export function wholeNumber(number: number, language: MailLanguage): string {
  return formats[language].number.format(number);
}

/** Returns an amount in euros: `1.234,50 €`. */
export function euros(amount: number, language: MailLanguage): string {
  return formats[language].euros.format(amount);
}

/** Returns a rate: `19 %`. */
export function percent(rate: number, language: MailLanguage): string {
  return formats[language].percent.format(rate / 100);
}
