import { germanNumber } from '../german.ts';
import { hasOpenRows, type Rectangle, type RoofDrawing } from '../pictures/index.ts';
import type { PrintedRoof } from './printed-string-plan.ts';

export const metres = (length: number) => germanNumber(length, 2);

/** Shorter lengths are gaps between modules, which are not measured, in m. */
const minLength = 0.025;

/** The lengths between successive places on paper. */
function dimensionChain(places: readonly number[], scale: number) {
  const lengths = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  return lengths
    .filter((length) => length > minLength * scale)
    .map((length) => ({ length, text: `${metres(length / scale)} m` }));
}

/** In metres. Fields closer to each other are measured as one. */
const minDistance = 0.1;

/** The ends of the space occupied by modules along an axis, in ascending order. */
function endsOf(spans: readonly (readonly [start: number, end: number])[], scale: number): number[] {
  const ends: number[] = [];
  for (const [start, end] of spans.toSorted(([one], [other]) => one - other)) {
    const last = ends.at(-1);
    if (last === undefined || start - last > minDistance * scale) ends.push(start, end);
    else ends[ends.length - 1] = Math.max(last, end);
  }
  return ends;
}

/** The sizes of fields in a part of a roof, and their distances to its edges. */
export function dimensions(
  roof: PrintedRoof,
  { scale, height }: RoofDrawing,
  part: Rectangle,
  modules: readonly Rectangle[],
) {
  if (scale === null) return null;
  const low = part.y + part.height;
  const across = modules.map(({ x, width }) => [x, x + width] as const);
  const up = modules.map((module) => [low - module.y - module.height, low - module.y] as const);
  const [lowest = 0, ...others] = endsOf(up, scale);
  const isCutBelow = low < height - 0.01;
  // Of rows at unknown distances, only the place of the lowest is known.
  const places = hasOpenRows(roof)
    ? [...(isCutBelow ? [] : [0, lowest]), ...(isCutBelow || part.y > 0 ? [] : [part.height])]
    : [0, lowest, ...others, part.height];
  return {
    across: dimensionChain([part.x, ...endsOf(across, scale), part.x + part.width], scale),
    up: dimensionChain(places, scale),
  };
}
