/** The row of a statement that cannot but answer with one, such as an insert. */
export function singleRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A statement answered without the row that it wrote.');
  return row;
}
