import { compassPoint, compassSign } from '../compass.ts';
import type { Rectangle } from '../pictures/index.ts';
import type { Wired } from './module-labels.ts';
import type { PrintedRoof } from './printed-string-plan.ts';

const opposite = (azimuth: number) => (azimuth + 180) % 360;

/** The directions of the rows of an east-west system, whose lowest row faces down; null if unknown. */
function sidesOf({ isEastWest, azimuth }: PrintedRoof): [below: number, above: number] | null {
  const isAlongSides = azimuth !== null && Math.abs((azimuth % 180) - 90) < 45;
  return isEastWest && isAlongSides ? [azimuth, opposite(azimuth)] : null;
}

/** The direction of the roof, or of the module rows on a flat roof. */
export function directionOf(roof: PrintedRoof): string {
  const { roofType, azimuth, isEastWest } = roof;
  const direction = compassPoint(azimuth);
  if (roofType !== 'FLAT') return direction ?? '';
  const sides = sidesOf(roof);
  if (sides) {
    const [below, above] = sides.map(compassPoint);
    return `Flachdach, Ost-West-Aufständerung, Reihen abwechselnd nach ${below} und ${above}`;
  }
  if (isEastWest) return 'Flachdach, Ost-West-Aufständerung, Richtung der Reihen offen';
  return direction === null
    ? 'Flachdach, Richtung der Reihen offen'
    : `Flachdach, Reihen zeigen nach ${direction}`;
}

/** Open points about the directions of modules. */
export function openDirections(roof: PrintedRoof): string[] {
  const { roofType, azimuth, isEastWest } = roof;
  if (roofType !== 'FLAT') return [];
  if (azimuth === null) return ['Richtung der Reihen nicht erfasst'];
  return isEastWest && !sidesOf(roof)
    ? [`Ausrichtung nach ${compassPoint(azimuth)} passt nicht zur Ost-West-Aufständerung`]
    : [];
}

/** The lower edge of a module in an east-west system, at which its row looks. */
export const lowEdgeOf = ({ row }: Pick<Wired, 'row'>, { isEastWest }: PrintedRoof) => {
  if (!isEastWest) return null;
  return row % 2 === 0 ? 'below' : 'above';
};

interface RowSide extends Rectangle {
  edge: 'below' | 'above';
  sign: string;
}

/** Names the sides of the rows that begin in a part of a roof, at their first modules. */
export function rowSides(roof: PrintedRoof, modules: readonly Wired[]): RowSide[] {
  const sides = sidesOf(roof);
  if (!sides) return [];
  const rows = Map.groupBy(modules, ({ line, row }) => `${line} ${row}`);
  return [...rows.values()].flatMap((row) => {
    const first = row.reduce((left, module) => (module.x < left.x ? module : left));
    const { x, y, width, height } = first;
    const isBelow = first.row % 2 === 0;
    return [
      { x, y, width, height, edge: isBelow ? 'below' : 'above', sign: compassSign(sides[isBelow ? 0 : 1]) },
    ];
  });
}

/** The strings that have modules of both sides. */
export function mixedStrings({ isEastWest }: PrintedRoof, modules: readonly Wired[]): string[] {
  if (!isEastWest) return [];
  const sides = Map.groupBy(modules, ({ string }) => string);
  return [...sides].flatMap(([string, ofString]) =>
    string && new Set(ofString.map(({ row }) => row % 2)).size > 1 ? [string.label] : [],
  );
}
