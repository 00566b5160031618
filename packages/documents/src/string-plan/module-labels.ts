import type { WiredModule } from '../pictures/index.ts';
import type { PlannedString } from './printed-string-plan.ts';

export type Wired = WiredModule<PlannedString>;

/** The lines of text in a module. */
export type Label = (module: Wired) => string[];

const pointsPerMm = 72 / 25.4;
/** Smaller labels cannot be read on a roof, in points. */
export const minLabelSize = 5.5;
const maxLabelSize = 12;
const characterWidth = 0.62;
/** The part of a module's height above its wire. */
const labelHeight = 0.72;

/** Returns the size in points at which the lines of a label fit into a module. */
function fittingSize(lines: readonly string[], { width, height }: Wired): number {
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 1);
  const byWidth = (0.94 * width * pointsPerMm) / (characterWidth * longest);
  const byHeight = (labelHeight * height * pointsPerMm) / (1.15 * Math.max(1, lines.length));
  return Math.min(byWidth, byHeight);
}

/** Returns the size in points at which a label is printed. */
export const labelSize = (lines: readonly string[], module: Wired) =>
  Math.min(maxLabelSize, fittingSize(lines, module));

export const fullLabel: Label = ({ string, number }) => (string ? [string.label, String(number)] : []);
export const shortLabel: Label = ({ number }) => (number === null ? [] : [String(number)]);

/** Returns the size in points at which all labels fit into their modules. */
export function smallestSize(modules: readonly Wired[], label: Label): number {
  const labelled = modules.filter(({ string }) => string !== null);
  return labelled.reduce((size, module) => Math.min(size, fittingSize(label(module), module)), Infinity);
}
