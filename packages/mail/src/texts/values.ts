import type { MailLanguage } from '../language.ts';

const timeZone = 'Europe/Berlin';

const locales = { de: 'de-DE', en: 'en-GB' } as const;

const clock = { de: (time: string) => `${time} Uhr`, en: (time: string) => time } as const;

/** Cached, because creating a formatter takes much longer than formatting. */
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

/** Returns a time of day in Germany, without the zone: `10:15`. */
function timeOfDay(time: string, language: MailLanguage): string {
  return formats[language].timeOfDay.format(new Date(time));
}

function zoneOf(time: string, language: MailLanguage): string {
  const parts = formats[language].zone.formatToParts(new Date(time));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

function dayWithWeekday(time: string, language: MailLanguage): string {
  return `${formats[language].weekday.format(new Date(time))}, ${germanDay(time, language)}`;
}

/** Returns `10:15 Uhr (MEZ)`. When summer time ends, only the zone distinguishes the two hours from 02:00 to 03:00. */
function zonedTimeOfDay(time: string, language: MailLanguage): string {
  return `${clock[language](timeOfDay(time, language))} (${zoneOf(time, language)})`;
}

/** Returns a time in Germany with the name of the zone: `Montag, 23. November 2026, 10:15 Uhr (MEZ)`. */
export function germanTime(time: string, language: MailLanguage): string {
  return `${dayWithWeekday(time, language)}, ${zonedTimeOfDay(time, language)}`;
}

/** The notation of the midnight at the end of a day. */
const endOf = {
  de: (day: string, zone: string) => `${day}, 24:00 Uhr (${zone})`,
  en: (day: string) => `the end of ${day} (midnight)`,
} as const;

/**
 * Returns a deadline in the format of `germanTime`. Midnight is the end of the day before: `Montag, 6. April 2026, 24:00 Uhr
 * (MESZ)`.
 */
export function germanDeadline(time: string, language: MailLanguage): string {
  if (timeOfDay(time, language) !== '00:00') return germanTime(time, language);
  const before = new Date(Date.parse(time) - 60_000).toISOString();
  return endOf[language](dayWithWeekday(before, language), zoneOf(before, language));
}

/** Returns a period in Germany: `Montag, 23. November 2026, 10:15–11:15 Uhr (MEZ)`. */
export function germanPeriod(from: string, minutes: number, language: MailLanguage): string {
  const to = new Date(Date.parse(from) + minutes * 60_000).toISOString();
  if (germanDay(from, language) !== germanDay(to, language))
    return `${germanTime(from, language)} – ${germanTime(to, language)}`;
  if (zoneOf(from, language) !== zoneOf(to, language))
    return `${germanTime(from, language)} – ${zonedTimeOfDay(to, language)}`;
  const times = clock[language](`${timeOfDay(from, language)}–${timeOfDay(to, language)}`);
  return `${dayWithWeekday(from, language)}, ${times} (${zoneOf(from, language)})`;
}

/** Returns a number: `10.000`. */
export function wholeNumber(number: number, language: MailLanguage): string {
  return formats[language].number.format(number);
}

/** Returns an amount in euros, with the true minus sign: `1.234,50 €`, `−9,90 €`. */
export function euros(amount: number, language: MailLanguage): string {
  return formats[language].euros.format(amount).replace('-', '\u2212');
}

/** Returns a rate: `19 %`. */
export function percent(rate: number, language: MailLanguage): string {
  return formats[language].percent.format(rate / 100);
}
