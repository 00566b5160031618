import {
  type DrawnRoof,
  indexInSnake,
  layOut,
  type Obstacle,
  type PlacedModule,
  type Rectangle,
} from './roof-layout.ts';

export interface DrawnModule extends PlacedModule {
  /** Index of its field. */
  line: number;
}

export interface Point {
  x: number;
  y: number;
}

/** A roof to draw, in mm on paper from the upper left corner. The eaves are below. */
export interface RoofDrawing {
  width: number;
  height: number;
  /** Millimetres on paper for a metre on the roof; null if the drawing is a schema, which has neither edges nor obstacles. */
  scale: number | null;
  /** The roof between its edges; null if its shape is not known. Misplaced modules reach beyond it. */
  surface: Rectangle | null;
  /** The edges that are known: all, or the eaves. */
  edges: [Point, Point][];
  obstacles: (Rectangle & Pick<Obstacle, 'type'>)[];
  modules: DrawnModule[];
}

/** The space for a drawing in mm. */
export interface Space {
  maxWidth: number;
  maxHeight: number;
}

/** Size of a module in a drawing that is not to scale, in mm on paper. */
const schemaModule = { width: 8, height: 13, gap: 0.6 };
const schemaColumns = 16;

/** Types of roofs that may not be rectangular. */
const openShapes: readonly DrawnRoof['roofType'][] = ['HIPPED', 'OTHER'];

/** A roof in metres from its lower left corner. */
interface LaidOutRoof {
  /** Upper right corner of the drawing. */
  right: number;
  top: number;
  surface: Rectangle;
  hasShape: boolean;
  obstacles: readonly Obstacle[];
  modules: DrawnModule[];
}

/** Returns a roof of known size whose modules are all laid out; undefined otherwise. */
function laidOut(roof: DrawnRoof): LaidOutRoof | undefined {
  const { roofType, width, length, obstacles } = roof;
  if (width === null || length === null || width <= 0 || length <= 0) return undefined;
  const { fields } = layOut(roof);
  if (fields.includes(undefined)) return undefined;
  const modules = fields.flatMap((field, line) => (field ?? []).map((module) => ({ ...module, line })));
  const end = (from: 'x' | 'y', size: 'width' | 'height') => (end: number, rectangle: Rectangle) =>
    Math.max(end, rectangle[from] + rectangle[size]);
  const drawn = [...modules, ...obstacles];
  return {
    right: drawn.reduce(end('x', 'width'), width),
    top: drawn.reduce(end('y', 'height'), length),
    surface: { x: 0, y: 0, width, height: length },
    hasShape: !openShapes.includes(roofType),
    obstacles,
    modules,
  };
}

const scaleOf = ({ right, top }: LaidOutRoof, { maxWidth, maxHeight }: Space) =>
  Math.min(maxWidth / right, maxHeight / top);

/** The edges of a rectangle, the lower one first. */
function edgesOf({ x, y, width, height }: Rectangle): [Point, Point][] {
  const corners = [
    { x, y: y + height },
    { x: x + width, y: y + height },
    { x: x + width, y },
    { x, y },
  ];
  return corners.map((corner, index) => [corner, corners[(index + 1) % 4] as Point]);
}

/** Draws a roof from the lower left corner to a scale. */
function inScale(roof: LaidOutRoof, scale: number): RoofDrawing {
  const { right, top, hasShape, obstacles, modules } = roof;
  const onPaper = <R extends Rectangle>(rectangle: R): R => ({
    ...rectangle,
    x: rectangle.x * scale,
    y: (top - rectangle.y - rectangle.height) * scale,
    width: rectangle.width * scale,
    height: rectangle.height * scale,
  });
  const surface = onPaper(roof.surface);
  return {
    width: right * scale,
    height: top * scale,
    scale,
    surface: hasShape ? surface : null,
    edges: hasShape ? edgesOf(surface) : edgesOf(surface).slice(0, 1),
    obstacles: obstacles.map(onPaper),
    modules: modules.map(onPaper),
  };
}

/** Modules that are drawn as rows of equal length. */
interface SchemaField {
  columns: number;
  modules: { line: number; index: number }[];
}

/** Fields without columns follow one another in the same rows. */
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
      return { ...module, row, column, rowOfAll: firstRow + row };
    });
  });
  const widest = placed.reduce((most, { column }) => Math.max(most, column + 1), 1);
  const scale = Math.min(1, maxHeight / (rowCount * (height + space)), maxWidth / (widest * (width + space)));
  return {
    width: widest * (width + space) * scale,
    height: rowCount * (height + space) * scale,
    scale: null,
    surface: null,
    edges: [],
    obstacles: [],
    modules: placed.map(({ line, index, row, column, rowOfAll }) => ({
      line,
      index,
      row,
      isMisplaced: false,
      x: column * (width + space) * scale,
      y: (rowCount - 1 - rowOfAll) * (height + space) * scale,
      width: width * scale,
      height: height * scale,
    })),
  };
}

/** Draws a roof as large as possible; as a schema if something is unknown. */
export function drawRoof(roof: DrawnRoof, space: Space): RoofDrawing {
  const known = laidOut(roof);
  return known ? inScale(known, scaleOf(known, space)) : schema(roof, space);
}

/** Draws roofs to a common scale. Roofs with unknown data are drawn as a schema. */
export function drawRoofs(roofs: readonly DrawnRoof[], space: Space): RoofDrawing[] {
  const known = roofs.map(laidOut);
  const scale = Math.min(...known.flatMap((roof) => (roof ? [scaleOf(roof, space)] : [])));
  return roofs.map((roof, index) => {
    const laid = known[index];
    return laid ? inScale(laid, scale) : schema(roof, space);
  });
}
