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
