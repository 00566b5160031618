import type { OfferPage } from '@pv-planning/contract/pages';

type Roof = OfferPage['roofs'][number];
type Modules = Roof['modules'][number];

export type Obstacle = Roof['obstacles'][number];

/** A field of modules of one type, as a line of an offer describes it. */
export type ModuleField = Pick<
  Modules,
  'count' | 'length' | 'width' | 'orientation' | 'rows' | 'columns' | 'offsetX' | 'offsetY'
>;

/** The data of a roof with modules that a drawing needs. */
export type DrawnRoof = Pick<Roof, 'roofType' | 'tilt' | 'width' | 'length' | 'obstacles'> & {
  modules: readonly ModuleField[];
  /** Whether rows stand back to back in pairs, of which the lower row looks down. */
  isEastWest?: boolean;
};

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
  /** Whether it is over an obstacle or another module, or beyond the edges of the roof. */
  isMisplaced: boolean;
}

/** Reasons that modules cannot be mounted at the places of a field. */
export interface FieldProblems {
  /** Number of modules beyond the edges of the roof. */
  outside: number;
  /** The obstacles under modules, with the number of modules over each. */
  covered: { obstacle: Obstacle; modules: number }[];
  /** The fields before this one under its modules, by index, with the number of modules over each. */
  overlapped: { field: number; modules: number }[];
}

interface RoofLayout {
  /** The modules of each field; undefined if it is not known where they are. */
  fields: (PlacedModule[] | undefined)[];
  problems: FieldProblems[];
}

/** Between two modules, in metres. */
const gap = 0.02;

/** Distances between the rows of a flat roof that are tried, in metres: they depend on the mounting system. */
const openGaps = [0.5, 0.3, 0.15, gap];

/** Overlaps up to this length are none: lengths are measured to the centimetre. */
const tolerance = 0.01;

/** Rectangles of one size in rows, which are filled from below. */
interface Grid {
  /** Left edges of the columns. */
  columns: number[];
  /** Lower edges of the rows. */
  rows: number[];
  width: number;
  height: number;
  count: number;
}

/** Returns the index of a module in a snake, by its row and column. */
export function indexInSnake(row: number, column: number, columns: number, count: number): number {
  const inRow = Math.min(columns, count - row * columns);
  return row * columns + (row % 2 === 0 ? column : inRow - 1 - column);
}

/** Whether rows are spaced at an unknown distance. */
export const hasOpenRows = ({ roofType, modules }: DrawnRoof) =>
  roofType === 'FLAT' && modules.some(({ rows }) => rows !== null && rows > 1);

function gridOf(field: ModuleField, roof: DrawnRoof, openGap: number): Grid | undefined {
  const { orientation, rows, columns, offsetX, offsetY, length, width, count } = field;
  if (orientation === null || rows === null || columns === null || offsetX === null || offsetY === null)
    return undefined;
  if (length === null || width === null || rows * columns < count) return undefined;
  const [across, up] = orientation === 'PORTRAIT' ? [width, length] : [length, width];
  const isFlat = roof.roofType === 'FLAT';
  const size = {
    width: across / 1000,
    height: (up / 1000) * (isFlat ? Math.cos((roof.tilt / 180) * Math.PI) : 1),
  };
  const opened = (row: number) => (roof.isEastWest ? Math.floor(row / 2) : row);
  return {
    ...size,
    count,
    columns: Array.from({ length: columns }, (_, column) => offsetX + column * (size.width + gap)),
    rows: Array.from(
      { length: Math.ceil(count / columns) },
      (_, row) => offsetY + row * (size.height + gap) + (isFlat ? opened(row) * (openGap - gap) : 0),
    ),
  };
}

const gridOfObstacle = ({ x, y, width, height }: Obstacle): Grid => ({
  columns: [x],
  rows: [y],
  width,
  height,
  count: 1,
});

/** Returns for each length the first of the others with which it has more than the tolerance in common, or -1. All ascend. */
function firstCommon(starts: readonly number[], length: number, others: readonly number[], other: number) {
  let first = 0;
  const common = (start: number) =>
    Math.min(start + length, (others[first] ?? 0) + other) - Math.max(start, others[first] ?? 0);
  return starts.map((start) => {
    while (first < others.length && (others[first] ?? 0) + other <= start + tolerance) first += 1;
    return first < others.length && common(start) > tolerance ? first : -1;
  });
}

/** Returns the positions of the rectangles of a grid that overlap one of another grid. */
function overlapping(one: Grid, other: Grid): number[] {
  const columns = firstCommon(one.columns, one.width, other.columns, other.width);
  const rows = firstCommon(one.rows, one.height, other.rows, other.height);
  if (columns.every((column) => column < 0) || rows.every((row) => row < 0)) return [];
  return Array.from({ length: one.count }, (_, position) => position).filter((position) => {
    const column = columns[position % columns.length] ?? -1;
    const row = rows[Math.floor(position / columns.length)] ?? -1;
    return column >= 0 && row >= 0 && row * other.columns.length + column < other.count;
  });
}

const rectangleAt = ({ columns, rows, width, height }: Grid, position: number): Rectangle => ({
  x: columns[position % columns.length] ?? 0,
  y: rows[Math.floor(position / columns.length)] ?? 0,
  width,
  height,
});

/** Whether a rectangle reaches beyond the edges of a roof that are known. */
function reachesBeyond({ x, y, width, height }: Rectangle, roof: DrawnRoof): boolean {
  const beyond = (end: number, edge: number | null) => edge !== null && edge > 0 && end > edge + tolerance;
  return beyond(x + width, roof.width) || beyond(y + height, roof.length);
}

function layoutWith(roof: DrawnRoof, openGap: number): RoofLayout {
  const grids = roof.modules.map((field) => gridOf(field, roof, openGap));
  const misplaced = grids.map(() => new Set<number>());
  const marked = (field: number, positions: readonly number[]) => {
    for (const position of positions) misplaced[field]?.add(position);
    return positions.length;
  };
  const problems = grids.map((grid, field): FieldProblems => {
    if (!grid) return { outside: 0, covered: [], overlapped: [] };
    const positions = Array.from({ length: grid.count }, (_, position) => position);
    const outside = positions.filter((position) => reachesBeyond(rectangleAt(grid, position), roof));
    const covered = roof.obstacles.map((obstacle) => ({
      obstacle,
      modules: marked(field, overlapping(grid, gridOfObstacle(obstacle))),
    }));
    const overlapped = grids.slice(0, field).map((below, index) => {
      if (below) marked(index, overlapping(below, grid));
      return { field: index, modules: below ? marked(field, overlapping(grid, below)) : 0 };
    });
    return {
      outside: marked(field, outside),
      covered: covered.filter(({ modules }) => modules > 0),
      overlapped: overlapped.filter(({ modules }) => modules > 0),
    };
  });
  const fields = grids.map((grid, field) => {
    if (!grid) return undefined;
    return Array.from({ length: grid.count }, (_, position) => {
      const columns = grid.columns.length;
      const [row, column] = [Math.floor(position / columns), position % columns];
      return {
        ...rectangleAt(grid, position),
        row,
        index: indexInSnake(row, column, columns, grid.count),
        isMisplaced: misplaced[field]?.has(position) ?? false,
      };
    });
  });
  return { fields, problems };
}

const countMisplaced = ({ fields }: RoofLayout) =>
  fields.reduce((sum, field) => sum + (field?.filter(({ isMisplaced }) => isMisplaced).length ?? 0), 0);

/** Places the modules of a roof and checks them. For rows at an unknown distance, chooses the distance that fits best. */
export function layOut(roof: DrawnRoof): RoofLayout {
  if (!hasOpenRows(roof)) return layoutWith(roof, gap);
  const tried = openGaps.map((openGap) => layoutWith(roof, openGap));
  return tried.reduce((best, layout) => (countMisplaced(layout) < countMisplaced(best) ? layout : best));
}
