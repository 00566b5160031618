import type { Rectangle, RoofDrawing } from '../pictures/index.ts';
import type { Wired } from './module-labels.ts';

/** The space for a key plan beside the name of a roof, in mm. */
const space = { width: 62, height: 15 };

function around(rectangles: readonly Rectangle[]): Rectangle {
  const x = Math.min(...rectangles.map((each) => each.x));
  const y = Math.min(...rectangles.map((each) => each.y));
  const width = Math.max(...rectangles.map((each) => each.x + each.width)) - x;
  const height = Math.max(...rectangles.map((each) => each.y + each.height)) - y;
  return { x, y, width, height };
}

/** Draws a whole roof with the rows of its modules and its parts, of which one is the current. */
export function keyPlan(
  { width, height, edges, obstacles }: RoofDrawing,
  modules: readonly Wired[],
  parts: readonly Rectangle[],
  current: number,
) {
  const scale = Math.min(space.width / width, space.height / height);
  const scaled = <R extends Rectangle>(rectangle: R): Rectangle => ({
    x: rectangle.x * scale,
    y: rectangle.y * scale,
    width: rectangle.width * scale,
    height: rectangle.height * scale,
  });
  const rows = Map.groupBy(modules, ({ line, row }) => `${line} ${row}`);
  return {
    alt: `Das ganze Dach mit Teil ${current + 1} von ${parts.length}`,
    width: width * scale,
    height: height * scale,
    edges: edges.map((edge) => edge.map(({ x, y }) => ({ x: x * scale, y: y * scale }))),
    rows: [...rows.values()].map((row) => scaled(around(row))),
    obstacles: obstacles.map(scaled),
    parts: parts.map((part, index) => ({
      ...scaled(part),
      number: index + 1,
      isCurrent: index === current,
    })),
  };
}
