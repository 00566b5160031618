import {
  type DrawnRoof,
  drawRoof,
  type Rectangle,
  type RoofDrawing,
  wireModules,
} from '../pictures/index.ts';
import {
  fullLabel,
  type Label,
  minLabelSize,
  shortLabel,
  smallestSize,
  type Wired,
} from './module-labels.ts';
import type { PlannedString } from './printed-string-plan.ts';

/** The space for a roof on a landscape page, in mm, between its dimensions. */
const wholeSpace = { width: 250, height: 114 };
/** The space for a part of a roof, with marks at its cuts. A part between cuts can be larger by a module. */
const partSpace = { width: 202, uncutHeight: 114, height: 100 };
/** Maximum number of pages over which a roof is spread to fit its labels. */
const maxParts = 6;
/** Roofs are not spread for longer names of strings, which stand at the first modules. */
const maxSpreadName = 10;

/** Numbers of pages beside and above each other. */
interface Sheets {
  across: number;
  up: number;
}

const countOf = ({ across, up }: Sheets) => across * up;

const allSheets: readonly Sheets[] = Array.from({ length: maxParts }, (_, index) => index + 1).flatMap(
  (across) =>
    Array.from({ length: Math.floor(maxParts / across) }, (_, index) => ({ across, up: index + 1 })),
);

function spaceOn(sheets: Sheets) {
  const { across, up } = sheets;
  if (countOf(sheets) === 1) return { maxWidth: wholeSpace.width, maxHeight: wholeSpace.height };
  const { width, uncutHeight, height } = partSpace;
  return { maxWidth: across * width, maxHeight: up === 1 ? uncutHeight : up * height };
}

export const isInside = ({ x, y, width, height }: Rectangle, part: Rectangle) => {
  const [centerX, centerY] = [x + width / 2, y + height / 2];
  const isAcross = centerX >= part.x && centerX < part.x + part.width;
  return isAcross && centerY >= part.y && centerY < part.y + part.height;
};

interface Span {
  start: number;
  end: number;
}

/** Returns the ends of equal parts of a length, moved to where they cut the fewest modules. */
function cutsOf(modules: readonly Span[], length: number, parts: number): number[] {
  const largest = modules.reduce((most, { start, end }) => Math.max(most, end - start), 0);
  const inner = Array.from({ length: parts - 1 }, (_, index) => {
    const equal = ((index + 1) * length) / parts;
    const near = modules.filter(({ start }) => Math.abs(start - equal) <= largest / 2 + 0.5);
    const places = [...new Set([equal, ...near.map(({ start }) => Math.round(start * 100) / 100)])];
    const cost = (place: number) => {
      const cut = modules.filter(({ start, end }) => start < place - 0.1 && end > place + 0.1);
      return cut.length * length + Math.abs(place - equal);
    };
    return places.reduce((best, place) => (cost(place) < cost(best) ? place : best));
  });
  return [0, ...inner, length];
}

/** Divides a drawing. Returns the parts with modules from the upper left one on, each row of them from the left. */
function partsOf(
  { width, height }: RoofDrawing,
  modules: readonly Wired[],
  { across, up }: Sheets,
): Rectangle[] {
  const span = (from: 'x' | 'y', size: 'width' | 'height') =>
    modules.map((module) => ({ start: module[from], end: module[from] + module[size] }));
  const columns = cutsOf(span('x', 'width'), width, across);
  const rows = cutsOf(span('y', 'height'), height, up);
  const parts = rows.slice(1).flatMap((bottom, row) =>
    columns.slice(1).map((right, column) => {
      const [x, y] = [columns[column] ?? 0, rows[row] ?? 0];
      return { x, y, width: right - x, height: bottom - y };
    }),
  );
  return parts.length === 1
    ? parts
    : parts.filter((part) => modules.some((module) => isInside(module, part)));
}

interface LabelledRoof {
  drawing: RoofDrawing;
  modules: Wired[];
  label: Label;
  parts: Rectangle[];
}

/**
 * Draws a roof on as few pages as its labels allow: with the names of strings in all modules, else with the numbers alone.
 *
 * @param stringsOf the strings of a field by its index
 */
export function labelledRoof(
  roof: DrawnRoof,
  stringsOf: (line: number) => readonly PlannedString[],
): LabelledRoof {
  const wiredOn = (sheets: Sheets) => {
    const drawing = drawRoof(roof, spaceOn(sheets));
    return { drawing, modules: wireModules(drawing.modules, stringsOf) };
  };
  const whole = wiredOn({ across: 1, up: 1 });
  const growth = (sheets: Sheets) => {
    const { maxWidth, maxHeight } = spaceOn(sheets);
    return Math.min(maxWidth / whole.drawing.width, maxHeight / whole.drawing.height);
  };
  const byNumber = allSheets.toSorted(
    (one, other) => countOf(one) - countOf(other) || growth(other) - growth(one),
  );
  const possible = whole.drawing.scale === null ? byNumber.slice(0, 1) : byNumber;
  const readable = (label: Label, sheets: readonly Sheets[]) => {
    const size = smallestSize(whole.modules, label);
    const found = sheets.find((each) => size * growth(each) >= minLabelSize);
    return found && { label, sheets: found };
  };
  const isSpread = whole.modules.every(({ string }) => (string?.label.length ?? 0) <= maxSpreadName);
  const largest = possible.reduce((best, sheets) => (growth(sheets) > growth(best) ? sheets : best));
  const { label, sheets } = readable(fullLabel, isSpread ? possible : possible.slice(0, 1)) ??
    readable(shortLabel, possible) ?? { label: shortLabel, sheets: largest };
  const { drawing, modules } = countOf(sheets) === 1 ? whole : wiredOn(sheets);
  return { drawing, modules, label, parts: partsOf(drawing, modules, sheets) };
}
