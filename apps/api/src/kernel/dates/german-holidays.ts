import { daysAfter } from './german-days.ts';

/** Returns Easter Sunday by the formula of Gauss, for the years from 1900 to 2099. */
function easterOf(year: number): string {
  const a = year % 19;
  const d = (19 * a + 24) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + 5) % 7;
  const isWeekEarlier = e === 6 && (d === 29 || (d === 28 && a > 10));
  return daysAfter(`${year}-03-22`, d + e - (isWeekEarlier ? 7 : 0));
}

/** New Year, Labour Day, German Unity Day and Christmas. */
const fixedHolidays: ReadonlySet<string> = new Set(['01-01', '05-01', '10-03', '12-25', '12-26']);

/** Days after Easter Sunday: Good Friday, Easter Monday, Ascension Day, Whit Monday. */
const movableHolidays = [-2, 1, 39, 50];

/** Whether a calendar day is a Saturday, a Sunday or a public holiday in all of Germany. */
export function isDayOff(day: string): boolean {
  if ([0, 6].includes(new Date(day).getUTCDay()) || fixedHolidays.has(day.slice('YYYY-'.length))) return true;
  const easter = easterOf(Number(day.slice(0, 'YYYY'.length)));
  return movableHolidays.some((days) => daysAfter(easter, days) === day);
}
