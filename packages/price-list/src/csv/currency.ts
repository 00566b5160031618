/** Whether a normalized column name denotes a currency; "Gewährleistung" does not. */
export function isCurrencyColumn(name: string): boolean {
  return name === 'whg' || name === 'curr' || /(?<!^[bg]e)waehr(?![lt])|currency/.test(name);
}

/** Whether a cell of a currency column names a currency other than the euro; an exchange rate does not. */
export function isOtherCurrency(cell: string): boolean {
  return /[\p{L}\p{Sc}]/u.test(cell) && !/^[^\p{L}\p{Sc}]*(?:€|eur(?:os?)?(?!\p{L}))/iu.test(cell);
}
