const germanDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Returns the calendar day in Germany at this time, as `YYYY-MM-DD`. */
export function germanDayOf(time: string): string {
  return germanDay.format(new Date(time));
}

/** Adds days to a calendar day. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

const hourMs = 3_600_000;

/** Returns the time at which a calendar day begins in Germany, where midnight is at 22:00 UTC in summer and at 23:00 UTC in winter. */
export function startOfGermanDay(day: string): string {
  const inSummer = new Date(Date.parse(`${day}T00:00:00Z`) - 2 * hourMs).toISOString();
  return germanDayOf(inSummer) === day ? inSummer : new Date(Date.parse(inSummer) + hourMs).toISOString();
}
