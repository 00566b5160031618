const cents = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const unitPrice = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 5 });
const number = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 3 });
const day = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
const minute = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** Replaces the hyphen by the minus sign, which fonts draw as wide as a plus. */
const withMinus = (text: string) => text.replace('-', '\u2212');

export const germanAmount = (value: number) => `${withMinus(cents.format(value))} €`;
export const germanUnitPrice = (value: number) => `${withMinus(unitPrice.format(value))} €`;
/** Formats a voltage or current with two decimal places. */
export const germanVolts = (value: number) => withMinus(cents.format(value));

/** @param decimals number of decimal places; as many as needed, at most three, if absent */
export function germanNumber(value: number, decimals?: number): string {
  if (decimals === undefined) return withMinus(number.format(value));
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return withMinus(value.toLocaleString('de-DE', digits));
}

/** @param date a calendar day or a time */
export const germanDay = (date: string) => day.format(new Date(date.length === 10 ? `${date}T12:00Z` : date));
export const germanTime = (time: string) => `${minute.format(new Date(time))} Uhr`;

/** Day, month and year of a time in Germany, as Typst's `datetime` takes them. */
export function germanDate(time: string): { day: number; month: number; year: number } {
  const [date = 1, month = 1, year = 2000] = germanDay(time).split('.').map(Number);
  return { day: date, month, year };
}

/** The non-empty lines of a text. */
export function linesOf(text: string | null): string[] {
  return (text ?? '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The paragraphs of a text, which blank lines separate, with their lines. */
export function paragraphsOf(text: string | null): string[][] {
  return (text ?? '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map(linesOf)
    .filter((lines) => lines.length > 0);
}
