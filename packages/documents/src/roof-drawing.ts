import type { OfferPage } from '@pv-planning/contract/pages';

type Roof = OfferPage['roofs'][number];
type Modules = Roof['modules'][number];

interface Rectangle {
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

const maxWidth = 160;
const maxHeight = 75;

/** Between two modules, in mm. */
const gap = 20;

/** Size of a module in a drawing that is not to scale, in mm on paper. */
const schemaModule = { width: 8, height: 13, gap: 0.6 };
const schemaColumns = 16;

/** Returns the modules in mm from the lower left corner of the roof; undefined if something is unknown. */
function laidOut({ orientation, rows, columns, offsetX, offsetY, length, width, count }: Modules) {
  if (orientation === null || rows === null || columns === null || offsetX === null || offsetY === null)
    return undefined;
  if (length === null || width === null || rows * columns < count) return undefined;
  const size = orientation === 'PORTRAIT' ? { width, height: length } : { width: length, height: width };
  return Array.from({ length: count }, (_, index) => ({
    x: offsetX * 1000 + (index % columns) * (size.width + gap),
    y: offsetY * 1000 + Math.floor(index / columns) * (size.height + gap),
    ...size,
  }));
}

/** Returns the modules of a roof in mm if all are laid out within its edges; undefined otherwise. */
function inScale({ width, length, modules }: Roof): Rectangle[] | undefined {
  if (width === null || length === null || width <= 0 || length <= 0) return undefined;
  const rectangles = modules.map(laidOut);
  if (rectangles.includes(undefined)) return undefined;
  const all = rectangles.flatMap((known) => known ?? []);
  const fits = all.every(
    (module) => module.x + module.width <= width * 1000 && module.y + module.height <= length * 1000,
  );
  return fits ? all : undefined;
}

function schema({ modules }: Roof): RoofDrawing {
  const { width, height, gap: space } = schemaModule;
  const rows = modules.flatMap(({ count, columns }) => {
    const perRow = Math.min(columns ?? schemaColumns, schemaColumns);
    return Array.from({ length: Math.ceil(count / perRow) }, (_, row) =>
      Math.min(perRow, count - row * perRow),
    );
  });
  const scale = Math.min(1, maxHeight / (rows.length * (height + space)));
  const widest = Math.max(1, ...rows);
  return {
    width: widest * (width + space) * scale,
    height: rows.length * (height + space) * scale,
    outline: false,
    modules: rows.flatMap((count, row) =>
      Array.from({ length: count }, (_, column) => ({
        x: column * (width + space) * scale,
        y: (rows.length - 1 - row) * (height + space) * scale,
        width: width * scale,
        height: height * scale,
      })),
    ),
  };
}

/** Draws roofs to one scale; those of which something is unknown, as a schema. */
export function drawRoofs(roofs: readonly Roof[]): RoofDrawing[] {
  const known = roofs.map(inScale);
  const scales = roofs.flatMap(({ width, length }, index) =>
    known[index] && width !== null && length !== null
      ? [maxWidth / (width * 1000), maxHeight / (length * 1000)]
      : [],
  );
  const scale = Math.min(...scales);
  return roofs.map((roof, index) => {
    const modules = known[index];
    if (!modules) return schema(roof);
    const height = Number(roof.length) * 1000 * scale;
    return {
      width: Number(roof.width) * 1000 * scale,
      height,
      outline: true,
      modules: modules.map((module) => ({
        x: module.x * scale,
        y: height - (module.y + module.height) * scale,
        width: module.width * scale,
        height: module.height * scale,
      })),
    };
  });
}
