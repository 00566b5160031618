import type { Point, Rectangle, RoofDrawing } from '../pictures/index.ts';
import { metres } from './dimensions.ts';

/** Describes where a part of a roof begins and ends. Omits the distance from below if it is null. */
export function placeOf(
  fromBelow: string | null,
  { width, height, scale }: RoofDrawing,
  part: Rectangle,
): string {
  const between = (from: number, to: number) =>
    `${metres(from / (scale ?? 1))}–${metres(to / (scale ?? 1))} m`;
  const places = [
    ...(part.width < width ? [`${between(part.x, part.x + part.width)} von links`] : []),
    ...(part.height < height && fromBelow !== null
      ? [`${between(height - part.y - part.height, height - part.y)} ${fromBelow}`]
      : []),
  ];
  return places.length === 0 ? '' : `Ausschnitt ${places.join(', ')}`;
}

/** Clips rectangles to a part of a roof. */
export function clippedTo<R extends Rectangle>(rectangles: readonly R[], part: Rectangle): R[] {
  return rectangles.flatMap((rectangle) => {
    const [x, y] = [Math.max(rectangle.x, part.x), Math.max(rectangle.y, part.y)];
    const width = Math.min(rectangle.x + rectangle.width, part.x + part.width) - x;
    const height = Math.min(rectangle.y + rectangle.height, part.y + part.height) - y;
    return width > 0 && height > 0 ? [{ ...rectangle, x, y, width, height }] : [];
  });
}

const within = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to);

/** The edges of a roof in a part of it, and where it is cut. */
export function edgesIn({ width, height, edges }: RoofDrawing, part: Rectangle) {
  const [right, bottom] = [part.x + part.width, part.y + part.height];
  const clipped = ({ x, y }: Point) => ({ x: within(x, part.x, right), y: within(y, part.y, bottom) });
  const inside = edges.filter((edge) => {
    const [xs, ys] = [edge.map(({ x }) => x), edge.map(({ y }) => y)];
    const isAcross = Math.min(...xs) <= right && Math.max(...xs) >= part.x;
    return isAcross && Math.min(...ys) <= bottom && Math.max(...ys) >= part.y;
  });
  const cuts = [
    ...(part.x > 0 ? [[part.x, part.y, part.x, bottom]] : []),
    ...(right < width - 0.01 ? [[right, part.y, right, bottom]] : []),
    ...(part.y > 0 ? [[part.x, part.y, right, part.y]] : []),
    ...(bottom < height - 0.01 ? [[part.x, bottom, right, bottom]] : []),
  ] as [number, number, number, number][];
  return {
    edges: inside.map((edge) => edge.map(clipped)),
    cuts: cuts.map(([x, y, endX, endY]) => [
      { x, y },
      { x: endX, y: endY },
    ]),
  };
}
