import type { CompanyQueries } from '@pv-planning/database';
import type { Context } from '../../handler-context.ts';
import { checkModuleCount, checkTarget } from '../lines/line-checks.ts';
import { lineProblems } from '../lines/line-problems.ts';
import { withTotals } from '../lines/line-totals.ts';
import { quantityOf } from '../lines/new-line.ts';
import { applyQuantityRules } from '../lines/quantity-rules.ts';
import { shownLine } from '../lines/show-lines.ts';
import type { Line } from '../model/line.ts';
import { type LineGroup, lineGroups, type ShownLine, showsProduct } from '../model/line-groups.ts';
import type { LineInput } from '../model/requested-lines.ts';
import { requireState } from '../records/offer-records.ts';
import { type LineCollection, lockBriefly, requireLine, writeOfferLines } from './locked-lines.ts';

/** Applies a change to a line, without recalculating it. */
function changedLine(line: Line, input: LineInput): Line {
  const { target } = lineGroups[line.lineGroup];
  const { inverterRef: _inverter, forRef: _for, quantity: _quantity, ...fields } = input;
  const targetRef = target && input[target.field];
  return {
    ...line,
    ...(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as object),
    ...(targetRef !== undefined && { targetRef }),
    ...quantityOf(input, line.lineGroup, line),
    ...(input.price !== undefined && { priceFromCatalog: false }),
    ...(input.price !== undefined && line.priceMissing && { priceMissing: false }),
  };
}

/** Adds the technical data of the product to a line that was read without it. */
async function withProduct(db: CompanyQueries, line: Line): Promise<Line> {
  if (line.product !== null || !showsProduct(line.lineGroup)) return line;
  const [row] = await db.selectFrom('offerLine').select('product').where('id', '=', line.id).execute();
  return { ...line, product: row?.product ?? null };
}

/** Changes a line of a draft. */
export async function changeLine<Group extends LineGroup>(
  { db }: Pick<Context, 'db'>,
  { offerId, group }: LineCollection<Group>,
  lineId: string,
  input: LineInput,
): Promise<ShownLine<Group>> {
  const locked = await lockBriefly(db, offerId);
  const { header, lines: before } = locked;
  const line = requireLine(locked, group, lineId);
  requireState(header, 'changeLines');
  const problems = lineProblems();
  const unpriced = changedLine(line, input);
  const changed = unpriced.quantityIsAutomatic ? unpriced : withTotals(unpriced, '', problems);
  checkModuleCount(changed, input, '', problems);
  checkTarget(changed, before, problems);
  const deactivated = (other: Line) =>
    input.active === true && other.lineGroup === 'batteries' ? { ...other, active: false } : other;
  const after = applyQuantityRules(
    before.map((other) => (other === line ? changed : deactivated(other))),
    problems,
    new Map([[line.ref, { group, path: '', input }]]),
  );
  problems.throwFirst();
  const stored = (await writeOfferLines(db, locked, after)).find(({ id }) => id === line.id) ?? line;
  return shownLine(group, header)(await withProduct(db, stored));
}
