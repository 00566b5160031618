import type { Line } from '../model/line.ts';
import { isCounting } from '../pricing/automatic-quantities.ts';

/** Returns a line whose target is removed. A quantity that counted the target stays as it is. */
function withoutTarget(line: Line): Line {
  const isFrozen = line.quantityIsAutomatic && line.lineGroup === 'equipment' && isCounting(line.product);
  return {
    ...line,
    targetRef: null,
    ...(isFrozen && { quantityIsAutomatic: false, quantityFrozen: true }),
  };
}

/** Returns a line without its reference to a removed line, and without its strings of removed modules. */
export function withoutReferencesTo(line: Line, removed: string): Line {
  if (line.targetRef === removed) return withoutTarget(line);
  const strings = line.strings?.filter(({ moduleRef }) => moduleRef !== removed);
  return strings && strings.length < (line.strings?.length ?? 0) ? { ...line, strings } : line;
}
