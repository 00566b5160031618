import type { Language } from './language.ts';

const locales = { de: 'de-DE', en: 'en-GB' } as const;
const timeZone = 'Europe/Berlin';

const nbsp = '\u00A0';
const hourMs = 3_600_000;

const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

/** Between day and month, before a year, and before a clock time there is no line break. */
const together = (text: string) => text.replaceAll(/(?<=\d\.?) (?=\p{L})|(?<=\p{L}) (?=\d)/gu, nbsp);

/** Returns how the pages write numbers, money and times, as German clocks show them. */
export function formatsOf(language: Language) {
  const locale = locales[language];
  const number = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locale, options);
    return (value: number) => format.format(value).replace('-', '\u2212');
  };
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    return (time: string) => together(format.format(new Date(time)));
  };
  const clock = date({ hour: '2-digit', minute: '2-digit' });
  const clockAndZone = date({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
  const longMonth = date({ month: 'long', year: 'numeric' });
  const shortWeekday = date({ weekday: 'short' });
  const longDate = date({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const unit = language === 'de' ? `${nbsp}Uhr` : '';
  const decimals = number({ maximumFractionDigits: 3 });
  /** When summer time ends, an hour of the night occurs twice: then with the name of the time. */
  const clockTime = (time: string) => {
    const isTwice = [-hourMs, hourMs].some((ms) => clock(later(time, ms)) === clock(time));
    return isTwice ? clockAndZone(time) : `${clock(time)}${unit}`;
  };
  const longTime = (time: string) => `${longDate(time)}, ${clockTime(time)}`;
  const dayBefore = (time: string) => longDate(later(time, -1));
  return {
    euros: number({ style: 'currency', currency: 'EUR' }),
    /** Net prices of a unit have up to five decimal places. */
    unitEuros: number({ style: 'currency', currency: 'EUR', maximumFractionDigits: 5 }),
    number: decimals,
    percent: (value: number) => `${decimals(value)}${nbsp}%`,
    /** A number with its unit. */
    measure: (value: number, of: string) => `${decimals(value)}${nbsp}${of}`,
    metres: number({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    clock: clockTime,
    shortDate: date({ day: '2-digit', month: '2-digit', year: 'numeric' }),
    longDate,
    longMonth,
    shortWeekday,
    longTime,
    /** An end at midnight is the day that ends. */
    longEnd: (time: string) => (clock(time) === '00:00' ? dayBefore(time) : longTime(time)),
  };
}

export type Formats = ReturnType<typeof formatsOf>;
