const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });

/** Returns the day of a time in Germany, such as `2026-12-24`. */
export const germanDay = (time: string | number) => format.format(new Date(time));

/** Returns a time within a day. */
export const timeOfDay = (day: string) => `${day}T12:00:00.000Z`;

const shifted = (day: string, shift: (date: Date) => void) => {
  const date = new Date(timeOfDay(day));
  shift(date);
  return date.toISOString().slice(0, 10);
};

export const addDays = (day: string, count: number) =>
  shifted(day, (date) => date.setUTCDate(date.getUTCDate() + count));

/** Returns the month of a day, such as `2026-12`. */
export const monthOf = (day: string) => day.slice(0, 7);

export const addMonths = (month: string, count: number) =>
  monthOf(shifted(`${month}-01`, (date) => date.setUTCMonth(date.getUTCMonth() + count)));

export const lastDayOf = (month: string) => addDays(`${addMonths(month, 1)}-01`, -1);

/** Returns the weeks of a month, from Monday to Sunday, with null for the days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const monday = addDays(first, -((new Date(timeOfDay(first)).getUTCDay() + 6) % 7));
  const weeks: (string | null)[][] = [];
  for (let week = monday; week <= lastDayOf(month); week = addDays(week, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, index) => addDays(week, index)).map((day) =>
        monthOf(day) === month ? day : null,
      ),
    );
  return weeks;
}
