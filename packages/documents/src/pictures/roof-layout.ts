import type { OfferPage } from '@pv-planning/contract/pages';

type Roof = OfferPage['roofs'][number];
type Modules = Roof['modules'][number];

export type Obstacle = Roof['obstacles'][number];

/** A field of modules of one type, as a line of an offer describes it. */
export type ModuleField = Pick<
  Modules,
  'count' | 'length' | 'width' | 'orientation' | 'rows' | 'columns' | 'offsetX' | 'offsetY'
>;

/** The edges of a roof and what stands on it. */
export type RoofSurface = Pick<Roof, 'width' | 'length' | 'obstacles'>;

/** In metres from the lower left corner of the roof, seen from the eaves, which are below. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedModule extends Rectangle {
  /** Index in its field in the order of wiring: a snake from the lower left corner, every second row from right to left. */
  index: number;
  row: number;
}

/** Between two modules, in metres. */
const gap = 0.02;

/** Overlaps up to this length are none: lengths are measured to the centimetre. */
const tolerance = 0.01;

/** Returns the index of a module in a snake, by its row and column. */
export function indexInSnake(row: number, column: number, columns: number, count: number): number {
  const inRow = Math.min(columns, count - row * columns);
  return row * columns + (row % 2 === 0 ? column : inRow - 1 - column);
}

/** Returns the modules of a field by row and column; undefined if it is not known where they are. */
export function placedModules(field: ModuleField): PlacedModule[] | undefined {
  const { orientation, rows, columns, offsetX, offsetY, length, width, count } = field;
  if (orientation === null || rows === null || columns === null || offsetX === null || offsetY === null)
    return undefined;
  if (length === null || width === null || rows * columns < count) return undefined;
  const [across, up] = orientation === 'PORTRAIT' ? [width, length] : [length, width];
  const size = { width: across / 1000, height: up / 1000 };
  return Array.from({ length: count }, (_, position) => {
    const [row, column] = [Math.floor(position / columns), position % columns];
    return {
      x: offsetX + column * (size.width + gap),
      y: offsetY + row * (size.height + gap),
      ...size,
      row,
      index: indexInSnake(row, column, columns, count),
    };
  });
}

export function overlaps(one: Rectangle, other: Rectangle): boolean {
  const common = (from: 'x' | 'y', size: 'width' | 'height') =>
    Math.min(one[from] + one[size], other[from] + other[size]) - Math.max(one[from], other[from]);
  return common('x', 'width') > tolerance && common('y', 'height') > tolerance;
}

/** Whether a rectangle reaches beyond the edges of a roof that are known. */
export function reachesBeyond({ x, y, width, height }: Rectangle, roof: RoofSurface): boolean {
  const beyond = (end: number, edge: number | null) => edge !== null && edge > 0 && end > edge + tolerance;
  return beyond(x + width, roof.width) || beyond(y + height, roof.length);
}

/** Why modules cannot be mounted where a field puts them. */
export interface FieldProblems {
  /** Number of modules beyond the edges of the roof. */
  outside: number;
  /** The obstacles under modules, with the number of modules over each. */
  covered: { obstacle: Obstacle; modules: number }[];
}

/** Checks a field; finds nothing if it is not known where its modules are. */
export function fieldProblems(field: ModuleField, roof: RoofSurface): FieldProblems {
  const modules = placedModules(field) ?? [];
  const covered = roof.obstacles.map((obstacle) => ({
    obstacle,
    modules: modules.filter((module) => overlaps(module, obstacle)).length,
  }));
  return {
    outside: modules.filter((module) => reachesBeyond(module, roof)).length,
    covered: covered.filter(({ modules }) => modules > 0),
  };
}
