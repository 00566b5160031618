import type { Line } from '../model/line.ts';
import { groupNames, type LineGroup } from '../model/line-groups.ts';
import type { RequestedLine } from '../model/requested-lines.ts';
import { checkCounting, requireNotArchived, requireWithinLimits } from './line-checks.ts';
import { positionGenerator, refGenerator, withActiveBattery, withStringLabels } from './line-defaults.ts';
import { autoAddedLine, changedLine, newLine } from './line-of-request.ts';
import { lineProblems } from './line-problems.ts';
import { applyQuantityRules } from './line-quantities.ts';
import { checkReferences, requireUniqueRefs } from './line-references.ts';
import type { LineSources, SourceProduct } from './line-sources.ts';

/** The input for merging the lines of a request into an offer. */
export interface LineMerge {
  /** The lines before the request. */
  before: readonly Line[];
  inputs: readonly RequestedLine[];
  /** The groups that the inputs replace in full. In all other groups, the inputs are added, or change `changed`. */
  replaced: readonly LineGroup[];
  /** The line that the only input changes. With its product. */
  changed?: Line;
  sources: LineSources;
  /** Products to add unless a line of the request already has them. */
  autoAdded?: readonly SourceProduct[];
  /** The time of the change. */
  changedAt: string;
  /** JSON Pointer of the offer in the body. */
  at?: string;
}

/** Whether a request describes a line again: it has the same product or service. */
function isSame(line: Line, { group, input }: RequestedLine): boolean {
  const { materialId = null, serviceId = null } = input;
  return line.lineGroup === group && line.materialId === materialId && line.serviceId === serviceId;
}

/**
 * Returns all lines that an offer has after a request, with all calculated fields. New lines have no id yet.
 *
 * @throws 400 `invalid_request`, `dangling_ref`, `price_required`, `amount_too_large`
 * @throws 409 `material_archived`, `service_archived`, `too_many_lines`
 */
export function mergeLines(merge: LineMerge): Line[] {
  const { before, inputs, replaced, changed, sources, autoAdded = [], changedAt, at = '' } = merge;
  const problems = lineProblems();
  const isReplaced = ({ id, lineGroup }: Line) => replaced.includes(lineGroup) || id === changed?.id;
  const kept = before.filter((line) => !isReplaced(line));
  const replacedLines = new Map(before.filter(isReplaced).map((line) => [line.ref, line]));
  // The ref of a removed line is not reused: lines that referred to the removed line must not refer to a new one.
  const newRef = refGenerator([
    ...requireUniqueRefs(inputs, kept, problems),
    ...before.map(({ ref }) => ref),
  ]);
  const positions = positionGenerator(kept);
  const requested = new Map<string, RequestedLine>();
  let lines = [...kept];
  const add = (line: Line) => {
    lines.push(line);
    positions.add(line);
  };
  const existingOf = (line: RequestedLine) => {
    const found = replacedLines.get(line.input.ref ?? '');
    return changed ?? (found && isSame(found, line) ? found : undefined);
  };
  const addInputs = (group: LineGroup) => {
    const added: RequestedLine[] = [];
    for (const line of inputs.filter((input) => input.group === group)) {
      const existing = existingOf(line);
      if (existing) {
        requested.set(existing.ref, line);
        add(changedLine(existing, line.input, line.path, problems));
      } else added.push(line);
    }
    // After the changed lines, so that default positions follow theirs.
    for (const line of added) {
      const ref = line.input.ref ?? newRef(group);
      requested.set(ref, line);
      const position = line.input.position ?? positions.next(group);
      add(newLine(line, { sources, ref, position, changedAt, problems }));
    }
  };
  const addAutomatically = () => {
    const materialIds = new Set(inputs.map(({ input }) => input.materialId));
    for (const product of autoAdded.filter(({ id }) => !materialIds.has(id))) {
      const position = positions.next('miscMaterials');
      add(autoAddedLine(product, { ref: newRef('miscMaterials'), position, changedAt }));
    }
  };
  for (const group of groupNames) {
    addInputs(group);
    if (group === 'batteries') lines = withActiveBattery(lines, inputs, requested, problems);
    if (group === 'inverters') lines = withStringLabels(lines, requested, problems);
    if (group === 'miscMaterials') addAutomatically();
  }
  lines = applyQuantityRules(lines, problems, requested);
  checkCounting(lines, before, requested, problems);
  checkReferences(lines, replaced, requested, problems);
  problems.throwFirst();
  requireWithinLimits(lines, replaced, at);
  requireNotArchived(inputs, before, sources);
  return lines;
}
