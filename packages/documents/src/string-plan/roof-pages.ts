import { compassPoint } from '../compass.ts';
import { germanNumber } from '../german.ts';
import { misplacedModules, namedObstacles, obstacleName, obstaclePlace } from '../obstacles.ts';
import {
  type DrawnModule,
  drawRoof,
  drawStrings,
  placedModules,
  type Rectangle,
  type RoofDrawing,
  type WiredModule,
} from '../pictures/index.ts';
import {
  type PlannedString,
  type PrintedRoof,
  type PrintedStringPlan,
  stringsOf,
} from './printed-string-plan.ts';

/** The space for a roof on a landscape page, in mm, between its dimensions. */
const space = { maxWidth: 250, maxHeight: 120 };

const pointsPerMm = 72 / 25.4;
/** Smaller labels cannot be read on a roof, in points. */
const minLabelSize = 5.5;
const maxLabelSize = 12;
const characterWidth = 0.62;
/** The part of a module's height above its wire. */
const labelHeight = 0.72;
/** Pages over which a roof is spread at most, for the sake of its labels. */
const maxPages = 6;

type Wired = WiredModule<PlannedString>;

/** Returns the size in points in which lines of a label fit into a module. */
function labelSize(lines: readonly string[], { width, height }: DrawnModule): number {
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 1);
  const byWidth = (0.94 * width * pointsPerMm) / (characterWidth * longest);
  const byHeight = (labelHeight * height * pointsPerMm) / (1.15 * lines.length);
  return Math.min(maxLabelSize, byWidth, byHeight);
}

const fullLabel = ({ string, number }: Wired) => (string ? [string.label, String(number)] : []);
const shortLabel = ({ number }: Wired) => (number === null ? [] : [String(number)]);

type Label = (module: Wired) => string[];

const smallest = (modules: readonly Wired[], label: Label) =>
  modules.reduce((size, module) => Math.min(size, labelSize(label(module), module)), maxLabelSize);

interface WiredRoof {
  drawing: RoofDrawing;
  wired: ReturnType<typeof drawStrings<PlannedString>>;
}

function wiredRoof(roof: PrintedRoof, strings: readonly PlannedString[], pages: number): WiredRoof {
  const drawing = drawRoof(roof, { ...space, maxWidth: pages * space.maxWidth });
  const stringsOfLine = (line: number) =>
    strings.filter(({ moduleRef }) => moduleRef === roof.modules[line]?.ref);
  return { drawing, wired: drawStrings(drawing.modules, stringsOfLine) };
}

/** Draws a roof on as few pages as its labels allow: with the names of strings in all modules, else with the numbers alone. */
function labelledRoof(roof: PrintedRoof, strings: readonly PlannedString[]) {
  const one = wiredRoof(roof, strings, 1);
  const two = wiredRoof(roof, strings, 2);
  for (const drawn of [one, two])
    if (smallest(drawn.wired.modules, fullLabel) >= minLabelSize) return { ...drawn, label: fullLabel };
  const pages = Math.ceil(minLabelSize / smallest(one.wired.modules, shortLabel));
  const drawn = pages === 1 ? one : wiredRoof(roof, strings, Math.min(pages, maxPages));
  return { ...drawn, label: shortLabel };
}

const metres = (length: number) => germanNumber(length, 2);

/** Lengths along an edge of a roof that follow one another. */
function dimensionChain(from: number, to: number, end: number, scale: number) {
  const lengths = [from, to - from, end - to].filter((length) => length > 0.005);
  return lengths.map((length) => ({ length: length * scale, text: `${metres(length)} m` }));
}

function dimensions(roof: PrintedRoof, { scale, outline }: RoofDrawing) {
  if (scale === null || !outline || roof.width === null || roof.length === null) return null;
  const placed = roof.modules.flatMap((field) => placedModules(field) ?? []);
  const start = (from: 'x' | 'y') => placed.reduce((least, module) => Math.min(least, module[from]), 1e6);
  const end = (from: 'x' | 'y', size: 'width' | 'height') =>
    placed.reduce((most, module) => Math.max(most, module[from] + module[size]), 0);
  const [right, top] = [end('x', 'width'), end('y', 'height')];
  return {
    across: dimensionChain(start('x'), right, Math.max(right, roof.width), scale),
    up: dimensionChain(start('y'), top, Math.max(top, roof.length), scale),
  };
}

/** Fields of modules with their sizes and distances to the edges. */
function fieldRows(roof: PrintedRoof) {
  return roof.modules.map((field) => {
    const placed = placedModules(field);
    const { name, power, count, orientation, rows, columns, length, width } = field;
    const size =
      length === null || width === null ? '–' : `${germanNumber(length)} × ${germanNumber(width)} mm`;
    const layout = [
      ...(orientation === null ? [] : [orientation === 'PORTRAIT' ? 'hochkant' : 'quer']),
      ...(rows === null || columns === null
        ? []
        : [`${rows} ${rows === 1 ? 'Reihe' : 'Reihen'} × ${columns}`]),
    ];
    const right = Math.max(...(placed ?? []).map((module) => module.x + module.width));
    const top = Math.max(...(placed ?? []).map((module) => module.y + module.height));
    const rest = (edge: number | null, end: number) => (placed && edge ? `${metres(edge - end)} m` : '–');
    const first = (offset: number | null) => (placed && offset !== null ? `${metres(offset)} m` : '–');
    return [
      `${count} × ${name} (${germanNumber(power)} W)`,
      size,
      layout.join(', ') || 'Anordnung offen',
      first(field.offsetX),
      rest(roof.width, right),
      first(field.offsetY),
      rest(roof.length, top),
    ];
  });
}

/** What is drawn between two vertical lines, moved to the left one. */
function slice(rectangles: readonly Rectangle[], from: number, to: number) {
  return rectangles.flatMap((rectangle) => {
    const center = rectangle.x + rectangle.width / 2;
    return center >= from && center < to ? [{ ...rectangle, x: rectangle.x - from }] : [];
  });
}

const edgeBelow = ({ roofType }: PrintedRoof) =>
  roofType === 'FLAT' ? 'vom unteren Rand' : 'von der Traufe';

/** Where the eaves look, and the modules of a flat roof, which stand in rows. */
function directionOf({ roofType, azimuth }: PrintedRoof): string {
  const direction = compassPoint(azimuth);
  if (roofType !== 'FLAT') return direction ?? '';
  return direction === null
    ? 'Flachdach, Richtung der Reihen offen'
    : `Flachdach, Reihen zeigen nach ${direction}`;
}

function captionOf(roof: PrintedRoof, drawing: RoofDrawing, isNumbered: boolean): string[] {
  return [
    ...(roof.roofType === 'FLAT' ? ['Unten: die Seite, zu der die Reihen zeigen.'] : []),
    ...(drawing.outline ? [] : ['Schema, nicht maßstäblich.']),
    ...(isNumbered ? ['Nummern je String, dessen Name am Anfang steht.'] : []),
    ...misplacedModules(roof).map((problem) => `${problem}.`),
  ];
}

/** A page for each roof; several for one whose labels could not be read otherwise. */
export function roofPages({ plan, roofs, optimizers }: PrintedStringPlan) {
  const all = stringsOf(plan);
  const withOptimizers = new Set(
    plan.inverters.flatMap(({ ref, trackers }) =>
      optimizers.has(ref) ? trackers.flatMap(({ strings }) => strings) : [],
    ),
  );
  return roofs.flatMap((roof) => {
    const { drawing, wired, label } = labelledRoof(roof, all);
    const isNumbered = label === shortLabel && wired.wires.length > 0;
    const count = roof.modules.reduce((sum, line) => sum + line.count, 0);
    const modules = wired.modules.map((module) => {
      const lines = label(module);
      const { string } = module;
      return {
        ...module,
        string: null,
        lines,
        size: labelSize(lines, module),
        mark: string ? all.indexOf(string) : null,
        isFirst: module.number === 1,
        tag: isNumbered && module.number === 1 && string ? string.label : null,
        hasOptimizer: string !== null && withOptimizers.has(string),
      };
    });
    const wires = wired.wires.map(({ string, points }) => ({ mark: all.indexOf(string), points }));
    const pages = Math.max(1, Math.ceil(drawing.width / space.maxWidth - 1e-6));
    return Array.from({ length: pages }, (_, page) => {
      const [from, to] = [(page * drawing.width) / pages, ((page + 1) * drawing.width) / pages];
      const isOne = pages === 1;
      const drawn = isOne ? modules : (slice(modules, from, to) as typeof modules);
      return {
        width: to - from,
        height: drawing.height,
        outline: drawing.outline && isOne ? drawing.outline : null,
        obstacles: isOne
          ? namedObstacles(drawing)
          : (slice(namedObstacles(drawing), from, to) as ReturnType<typeof namedObstacles>),
        modules: drawn,
        wires: isOne
          ? wires
          : wires.map((wire) => clipped(wire, from, to)).filter(({ points }) => points.length > 1),
        name: isOne ? roof.name : `${roof.name}, Teil ${page + 1} von ${pages} von links`,
        facts: [
          `${count} Module`,
          directionOf(roof),
          `Neigung ${germanNumber(roof.tilt)}°`,
          ...(roof.width === null || roof.length === null
            ? []
            : [`Dach ${metres(roof.width)} × ${metres(roof.length)} m`]),
        ].filter((fact) => fact !== ''),
        alt: [`${roof.name}: ${count} Module`, ...roof.obstacles.map(obstacleName)].join(', '),
        caption: captionOf(roof, drawing, isNumbered).join(' '),
        north: roof.azimuth === null ? null : 180 - roof.azimuth,
        edges: roof.roofType === 'FLAT' ? null : { above: 'First', below: 'Traufe' },
        dimensions: isOne ? dimensions(roof, drawing) : null,
        fields: page === 0 ? fieldRows(roof) : [],
        obstaclePlaces:
          page === 0 ? roof.obstacles.map((obstacle) => obstaclePlace(obstacle, edgeBelow(roof))) : [],
        hasOptimizers: drawn.some(({ hasOptimizer }) => hasOptimizer),
      };
    });
  });
}

/** The part of a wire between two vertical lines. */
function clipped<W extends { points: { x: number; y: number }[] }>(wire: W, from: number, to: number): W {
  const points = wire.points.filter(({ x }) => x >= from && x <= to).map(({ x, y }) => ({ x: x - from, y }));
  return { ...wire, points };
}

/** The modules of roofs by their names, for the list of what is missing. */
export function linesByRef({ roofs }: PrintedStringPlan): Map<string, string> {
  return new Map(
    roofs.flatMap((roof) => roof.modules.map((line) => [line.ref, `${line.name}, ${roof.name}`] as const)),
  );
}

/** Roofs whose modules cannot be mounted where they are drawn. */
export function roofProblems({ roofs }: PrintedStringPlan): string[] {
  return roofs.flatMap((roof) => misplacedModules(roof).map((problem) => `${roof.name}: ${problem}`));
}
