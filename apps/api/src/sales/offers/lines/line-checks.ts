import { invalidRequest } from '@pv-planning/server-kit';
import { conflict } from '../../../kernel/contract/api-errors.ts';
import type { Line } from '../model/line.ts';
import { groupNames, type LineGroup, lineGroups, maxLines, maxLinesOf } from '../model/line-groups.ts';
import type { LineInput, RequestedByRef, RequestedLine } from '../model/requested-lines.ts';
import { uncountable } from '../pricing/automatic-quantities.ts';
import { type ArchivedSource, type LineProblems, rejectArchived } from './line-problems.ts';
import type { LineSources } from './line-sources.ts';

/**
 * Reports equipment of the request whose automatic quantity counts parts that its target cannot have, such as the modules of a
 * wallbox. Equipment that was stored like this can be sent back; its quantity is 0, which has a hint.
 */
export function checkCounting(
  lines: readonly Line[],
  before: readonly Line[],
  requested: RequestedByRef,
  problems: LineProblems,
): void {
  for (const line of lines) {
    const request = requested.get(line.ref);
    const what = request && uncountable(line, lines);
    if (!what) continue;
    const old = before.find(({ id }) => id === line.id);
    if (old?.quantityIsAutomatic && old.targetRef === line.targetRef) continue;
    const message = `is required because ${line.ref} counts ${what}, and ${line.targetRef} has none that are known. Or send null as forRef, to count those of the offer`;
    problems.invalid(`${request.path}/quantity`, 'required', message);
  }
}

/**
 * Reports a number of modules that the product of a battery cannot have, or to which it gives no capacity, if the request sets it.
 *
 * @param stored the number before the request
 */
export function checkModuleCount(
  { lineGroup, product }: Line,
  { moduleCount }: Pick<LineInput, 'moduleCount'>,
  { path, stored = null }: { path: string; stored?: number | null },
  problems: LineProblems,
): void {
  if (lineGroup !== 'batteries') return;
  const { maxModules, moduleCapacity } = product ?? {};
  if ((moduleCount ?? stored) !== stored && typeof moduleCapacity !== 'number')
    problems.invalid(
      `${path}/moduleCount`,
      'product',
      'must be null or omitted, because the product has no moduleCapacity',
    );
  if (typeof maxModules === 'number' && (moduleCount ?? 0) > maxModules)
    problems.invalid(
      `${path}/moduleCount`,
      'maximum',
      `must be <= ${maxModules}, the modules of the product`,
    );
}

/**
 * Requires that the offer does not have too many lines.
 *
 * @param replaced the groups that the request replaces; none if it adds or changes one line
 * @throws 400 `invalid_request` for a request that replaces lines
 * @throws 409 `too_many_lines` for a request that adds a line
 */
export function requireWithinLimits(
  lines: readonly Line[],
  replaced: readonly LineGroup[],
  at: string,
): void {
  const counts = Map.groupBy(lines, ({ lineGroup }) => lineGroup);
  const full = groupNames.find((group) => (counts.get(group)?.length ?? 0) > maxLinesOf[group]);
  const [maximum, noun] = full ? [maxLinesOf[full], lineGroups[full].noun] : [maxLines, 'lines'];
  if (!full && lines.length <= maxLines) return;
  if (replaced.length === 0)
    throw conflict('too_many_lines', { values: { maximum: String(maximum), kind: noun } });
  throw invalidRequest({
    in: 'body',
    path: full ? `${at}/${full}` : at,
    code: 'maxItems',
    message: `must have at most ${maximum} ${noun}, including those added automatically`,
  });
}

/**
 * Requires that products and services are not archived, unless the offer already has them.
 *
 * @throws 409 `material_archived`, `service_archived`
 */
export function requireNotArchived(
  inputs: readonly RequestedLine[],
  before: readonly Line[],
  sources: LineSources,
): void {
  const materialIds = new Set(before.map(({ materialId }) => materialId));
  const serviceIds = new Set(before.map(({ serviceId }) => serviceId));
  const archivedAt = (path: string, code: ArchivedSource['code'], message: string): ArchivedSource => ({
    code,
    place: path,
    detail: { in: 'body', path, code, message },
  });
  const archived = inputs.flatMap(({ path, input: { materialId = '', serviceId = '' } }) => [
    ...(!materialIds.has(materialId) && sources.products.get(materialId)?.archived
      ? [archivedAt(`${path}/materialId`, 'material_archived', 'the product is archived')]
      : []),
    ...(!serviceIds.has(serviceId) && sources.services.get(serviceId)?.archived
      ? [archivedAt(`${path}/serviceId`, 'service_archived', 'the service is archived')]
      : []),
  ]);
  rejectArchived(archived);
}

const mebibyte = 1024 * 1024;

/** Maximum total size of the names and descriptions of all lines in UTF-8. Limited because an offer is always read as a whole. */
const maxTextBytes = mebibyte;

function textBytes(lines: readonly Line[]): number {
  return lines.reduce(
    (sum, { name, description }) => sum + Buffer.byteLength(name) + Buffer.byteLength(description ?? ''),
    0,
  );
}

/**
 * Requires that the texts of an offer do not exceed the limit in total. An offer that already exceeds the limit may become shorter.
 *
 * @throws 400 `invalid_request`
 */
export function requireTextsWithinLimit(before: readonly Line[], after: readonly Line[]): void {
  const bytes = textBytes(after);
  if (bytes <= maxTextBytes || bytes <= textBytes(before)) return;
  const size = (bytes / mebibyte).toFixed(1);
  throw invalidRequest({
    in: 'body',
    path: '',
    code: 'texts',
    message:
      `the total size of the names and descriptions of all lines must be at most 1 MiB, but would be ${size} MiB. ` +
      'Send shorter descriptions, including for lines that would copy the description of the product',
  });
}
