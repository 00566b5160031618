import type { OfferPage } from '@pv-planning/contract/pages';

type Modules = OfferPage['roofs'][number]['modules'][number];

/** What a drawing needs of a roof with modules. */
export type DrawnRoof = Pick<OfferPage['roofs'][number], 'width' | 'length'> & {
  modules: readonly Pick<
    Modules,
    'count' | 'length' | 'width' | 'orientation' | 'rows' | 'columns' | 'offsetX' | 'offsetY'
  >[];
};

type Field = DrawnRoof['modules'][number];

/** A module, and where it is in its line of modules. Rows begin at the eaves. */
interface Place {
  line: number;
  row: number;
  column: number;
}

interface Rectangle extends Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A roof to draw in mm on paper, seen from above its eaves, which are below. */
export interface RoofDrawing {
  width: number;
  height: number;
  /** Whether the edges of the roof are drawn. */
  outline: boolean;
  modules: Rectangle[];
}

/** The space for a drawing in mm. */
interface Space {
  maxWidth: number;
  maxHeight: number;
}

/** Between two modules, in mm. */
const gap = 20;

/** Size of a module in a drawing that is not to scale, in mm on paper. */
const schemaModule = { width: 8, height: 13, gap: 0.6 };
const schemaColumns = 16;

/** Returns the modules in mm from the lower left corner of the roof; undefined if something is unknown. */
function laidOut(
  { orientation, rows, columns, offsetX, offsetY, length, width, count }: Field,
  line: number,
) {
  if (orientation === null || rows === null || columns === null || offsetX === null || offsetY === null)
    return undefined;
  if (length === null || width === null || rows * columns < count) return undefined;
  const size = orientation === 'PORTRAIT' ? { width, height: length } : { width: length, height: width };
  return Array.from({ length: count }, (_, index) => ({
    x: offsetX * 1000 + (index % columns) * (size.width + gap),
    y: offsetY * 1000 + Math.floor(index / columns) * (size.height + gap),
    line,
    row: Math.floor(index / columns),
    column: index % columns,
    ...size,
  }));
}

/** Returns the modules of a roof in mm if all are laid out within its edges; undefined otherwise. */
function inScale({ width, length, modules }: DrawnRoof): Rectangle[] | undefined {
  if (width === null || length === null || width <= 0 || length <= 0) return undefined;
  const rectangles = modules.map(laidOut);
  if (rectangles.includes(undefined)) return undefined;
  const all = rectangles.flatMap((known) => known ?? []);
  const fits = all.every(
    (module) => module.x + module.width <= width * 1000 && module.y + module.height <= length * 1000,
  );
  return fits ? all : undefined;
}

function schema({ modules }: DrawnRoof, { maxWidth, maxHeight }: Space): RoofDrawing {
  const { width, height, gap: space } = schemaModule;
  const rows = modules.flatMap(({ count, columns }, line) => {
    const perRow = Math.min(columns ?? schemaColumns, schemaColumns);
    return Array.from({ length: Math.ceil(count / perRow) }, (_, row) => ({
      line,
      row,
      count: Math.min(perRow, count - row * perRow),
    }));
  });
  const widest = Math.max(1, ...rows.map(({ count }) => count));
  const scale = Math.min(
    1,
    maxHeight / (rows.length * (height + space)),
    maxWidth / (widest * (width + space)),
  );
  return {
    width: widest * (width + space) * scale,
    height: rows.length * (height + space) * scale,
    outline: false,
    modules: rows.flatMap(({ line, row, count }, index) =>
      Array.from({ length: count }, (_, column) => ({
        line,
        row,
        column,
        x: column * (width + space) * scale,
        y: (rows.length - 1 - index) * (height + space) * scale,
        width: width * scale,
        height: height * scale,
      })),
    ),
  };
}

/** Draws roofs to one scale; those of which something is unknown, as a schema. */
export function drawRoofs(roofs: readonly DrawnRoof[], space: Space): RoofDrawing[] {
  const known = roofs.map(inScale);
  const scales = roofs.flatMap(({ width, length }, index) =>
    known[index] && width !== null && length !== null
      ? [space.maxWidth / (width * 1000), space.maxHeight / (length * 1000)]
      : [],
  );
  const scale = Math.min(...scales);
  return roofs.map((roof, index) => {
    const modules = known[index];
    if (!modules) return schema(roof, space);
    const height = Number(roof.length) * 1000 * scale;
    return {
      width: Number(roof.width) * 1000 * scale,
      height,
      outline: true,
      modules: modules.map((module) => ({
        ...module,
        x: module.x * scale,
        y: height - (module.y + module.height) * scale,
        width: module.width * scale,
        height: module.height * scale,
      })),
    };
  });
}
