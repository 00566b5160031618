const errorValues: ReadonlySet<string> = new Set(
  (
    '#value! #name? #ref! #n/a #div/0! #num! #null! #calc! #spill! ' +
    '#wert! #bezug! #nv #zahl! #kalk! #überlauf!'
  ).split(' '),
);

/** Whether a cell contains a spreadsheet error value, in English or German. */
export function isSpreadsheetError(text: string): boolean {
  return errorValues.has(text.trim().toLowerCase());
}
