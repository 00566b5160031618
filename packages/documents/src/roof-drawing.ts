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

interface Rectangle {
  /** Index of its line of modules. */
  line: number;
  /** Index in its line in the order of wiring: a snake from the lower left corner, every second row from right to left. */
  index: number;
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

/** Returns the index of a module in a snake, by its row and column. */
function indexInSnake(row: number, column: number, columns: number, count: number): number {
  const inRow = Math.min(columns, count - row * columns);
  return row * columns + (row % 2 === 0 ? column : inRow - 1 - column);
}

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
    index: indexInSnake(Math.floor(index / columns), index % columns, columns, count),
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

/** Modules that are drawn as rows of equal length. */
interface SchemaField {
  columns: number;
  modules: { line: number; index: number }[];
}

/** Lines of modules without columns follow one another in the same rows. */
function schemaFields(lines: DrawnRoof['modules']): SchemaField[] {
  const fields: SchemaField[] = [];
  const shared: SchemaField = { columns: schemaColumns, modules: [] };
  for (const [line, { count, columns }] of lines.entries()) {
    const field = columns === null ? shared : { columns: Math.min(columns, schemaColumns), modules: [] };
    if (!fields.includes(field)) fields.push(field);
    for (let index = 0; index < count; index += 1) field.modules.push({ line, index });
  }
  return fields;
}

function schema({ modules }: DrawnRoof, { maxWidth, maxHeight }: Space): RoofDrawing {
  const { width, height, gap: space } = schemaModule;
  let rowCount = 0;
  const placed = schemaFields(modules).flatMap((field) => {
    const firstRow = rowCount;
    const count = field.modules.length;
    rowCount += Math.ceil(count / field.columns);
    return field.modules.map((_, position) => {
      const [row, column] = [Math.floor(position / field.columns), position % field.columns];
      const module = field.modules[
        indexInSnake(row, column, field.columns, count)
      ] as (typeof field.modules)[0];
      return { ...module, row: firstRow + row, column };
    });
  });
  const widest = placed.reduce((most, { column }) => Math.max(most, column + 1), 1);
  const scale = Math.min(1, maxHeight / (rowCount * (height + space)), maxWidth / (widest * (width + space)));
  return {
    width: widest * (width + space) * scale,
    height: rowCount * (height + space) * scale,
    outline: false,
    modules: placed.map(({ line, index, row, column }) => ({
      line,
      index,
      x: column * (width + space) * scale,
      y: (rowCount - 1 - row) * (height + space) * scale,
      width: width * scale,
      height: height * scale,
    })),
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
