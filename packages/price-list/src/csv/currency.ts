/** Whether a normalized column name denotes a currency. False for "Gewährleistung", which contains "Währ". */
export function isCurrencyColumn(name: string): boolean {
  return name === 'whg' || name === 'curr' || /(?<!^[bg]e)waehr(?![lt])|currency/.test(name);
}

/** Whether a cell of a currency column contains a currency other than the euro. False for an exchange rate. */
export function isOtherCurrency(cell: string): boolean {
  return /[\p{L}\p{Sc}]/u.test(cell) && !/^[^\p{L}\p{Sc}]*(?:€|eur(?:os?)?(?!\p{L}))/iu.test(cell);
}
