import { germanNumber } from '../german.ts';
import { misplacedModules, namedObstacles, obstacleName, obstaclePlace, openFacts } from '../obstacles.ts';
import { type Cut, hasOpenRows, layOut, layWires, type Point, type RoofDrawing } from '../pictures/index.ts';
import { dimensions, metres } from './dimensions.ts';
import { keyPlan } from './key-plan.ts';
import { labelSize, shortLabel, type Wired } from './module-labels.ts';
import { clippedTo, edgesIn, placeOf } from './part-edges.ts';
import {
  type PlannedString,
  type PrintedRoof,
  type PrintedStringPlan,
  stringsOf,
} from './printed-string-plan.ts';
import { isInside, labelledRoof } from './roof-parts.ts';
import { directionOf, lowEdgeOf, mixedStrings, openDirections, rowSides } from './row-sides.ts';

/** Fields of modules with their sizes and distances to the edges. */
function fieldRows(roof: PrintedRoof) {
  const { fields } = layOut(roof);
  return roof.modules.map((field, index) => {
    const placed = fields[index];
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
      hasOpenRows(roof) ? 'offen' : rest(roof.length, top),
    ];
  });
}

const edgeBelow = ({ roofType }: PrintedRoof) =>
  roofType === 'FLAT' ? 'vom unteren Rand' : 'von der Traufe';

function sizeOf({ width, length }: PrintedRoof, { scale, surface }: RoofDrawing): string {
  if (width === null || length === null) return '';
  return scale === null || surface
    ? `Dach ${metres(width)} × ${metres(length)} m`
    : `Traufe ${metres(width)} m, bis zum First ${metres(length)} m`;
}

function captionOf(roof: PrintedRoof, drawing: RoofDrawing, isNumbered: boolean): string[] {
  return [
    ...(roof.roofType === 'FLAT' && roof.azimuth !== null && !roof.isEastWest
      ? ['Unten: die Seite, zu der die Reihen zeigen.']
      : []),
    ...(roof.isEastWest ? ['▼ ▲ die Seite, zu der die Reihe zeigt.'] : []),
    ...(drawing.scale === null ? ['Schema, nicht maßstäblich.'] : []),
    ...openFacts(drawing, roof).map((fact) => `${fact}.`),
    ...(isNumbered ? ['Nummern je String, dessen Name am Anfang steht.'] : []),
    ...misplacedModules(roof).map((problem) => `${problem}.`),
  ];
}

/** Draws the roofs of a plan with their strings. */
export function drawnRoofs({ plan, roofs }: PrintedStringPlan) {
  const all = stringsOf(plan);
  return roofs.map((roof) => ({
    roof,
    ...labelledRoof(roof, (line) => all.filter(({ moduleRef }) => moduleRef === roof.modules[line]?.ref)),
  }));
}

export type StringRoof = ReturnType<typeof drawnRoofs>[number];

/** A page for each roof; several for one whose labels could not be read otherwise. */
export function roofPages({ plan, optimizers }: PrintedStringPlan, roofs: readonly StringRoof[]) {
  const all = stringsOf(plan);
  const withOptimizers = new Set(
    plan.inverters.flatMap(({ ref, trackers }) =>
      optimizers.has(ref) ? trackers.flatMap(({ strings }) => strings) : [],
    ),
  );
  let pagesBefore = 0;
  return roofs.flatMap(({ roof, drawing, modules, label, parts }) => {
    const firstPage = pagesBefore;
    pagesBefore += parts.length;
    const isOne = parts.length === 1;
    const hasEaves = roof.roofType !== 'FLAT';
    const isNumbered = label === shortLabel && modules.some(({ string }) => string !== null);
    const count = roof.modules.reduce((sum, line) => sum + line.count, 0);
    return parts.map((part, index) => {
      const shifted = <P extends Point>(point: P): P => ({
        ...point,
        x: point.x - part.x,
        y: point.y - part.y,
      });
      const shiftedEdge = (edge: readonly Point[]) => edge.map(shifted);
      const inPart = (module: Wired) => isOne || isInside(module, part);
      const shown = modules.filter(inPart);
      const wires = layWires(modules, part, inPart);
      const named = new Map(wires.map(({ string, modules: [first] }) => [first, string.label]));
      const drawn = shown.map((module) => {
        const lines = label(module);
        const { string } = module;
        return {
          ...shifted(module),
          string: null,
          lines,
          size: labelSize(lines, module),
          mark: string ? all.indexOf(string) : null,
          isFirst: module.number === 1,
          tag: isNumbered ? (named.get(module) ?? null) : null,
          hasOptimizer: string !== null && withOptimizers.has(string),
          lowEdge: lowEdgeOf(module, roof),
        };
      });
      const continuation = (cut: Cut<PlannedString> | null) =>
        cut && {
          ...shifted(cut),
          module: `Modul ${cut.module.number}`,
          page: firstPage + parts.findIndex((other) => isInside(cut.module, other)),
        };
      const { edges, cuts } = edgesIn(drawing, part);
      return {
        width: part.width,
        height: part.height,
        surface: null,
        isCutAcross: part.height < drawing.height,
        edges: edges.map(shiftedEdge),
        cuts: cuts.map(shiftedEdge),
        obstacles: clippedTo(namedObstacles(drawing), part).map(shifted),
        modules: drawn,
        wires: wires.map((wire) => ({
          mark: all.indexOf(wire.string),
          points: wire.points.map(shifted),
          from: continuation(wire.from),
          to: continuation(wire.to),
        })),
        rowSides: rowSides(roof, shown).map(shifted),
        keyPlan: isOne ? null : keyPlan(drawing, modules, parts, index),
        name: isOne ? roof.name : `${roof.name}, Teil ${index + 1} von ${parts.length}`,
        facts: [
          `${count} Module`,
          directionOf(roof),
          `Neigung ${germanNumber(roof.tilt)}°`,
          sizeOf(roof, drawing),
          ...(isOne ? [] : [placeOf(hasOpenRows(roof) ? null : edgeBelow(roof), drawing, part)]),
        ].filter((fact) => fact !== ''),
        alt: [`${roof.name}: ${count} Module`, ...roof.obstacles.map(obstacleName)].join(', '),
        caption: captionOf(roof, drawing, isNumbered).join(' '),
        north: roof.azimuth === null ? null : 180 - roof.azimuth,
        edgeNames: {
          above: hasEaves && part.y === 0 ? 'First' : null,
          below: hasEaves && part.y + part.height > drawing.height - 0.01 ? 'Traufe' : null,
        },
        dimensions: dimensions(roof, drawing, part, shown),
        fields: index === 0 ? fieldRows(roof) : [],
        obstaclePlaces:
          index === 0 ? roof.obstacles.map((obstacle) => obstaclePlace(obstacle, edgeBelow(roof))) : [],
        hasOptimizers: drawn.some(({ hasOptimizer }) => hasOptimizer),
      };
    });
  });
}

/** The modules of roofs by their names, for the list of missing data. */
export function linesByRef({ roofs }: PrintedStringPlan): Map<string, string> {
  return new Map(
    roofs.flatMap((roof) => roof.modules.map((line) => [line.ref, `${line.name}, ${roof.name}`] as const)),
  );
}

/** Roofs whose modules cannot be mounted where they are drawn. */
export function roofProblems({ roofs }: PrintedStringPlan): string[] {
  return roofs.flatMap((roof) => misplacedModules(roof).map((problem) => `${roof.name}: ${problem}`));
}

/** Maximum number of strings of a roof that are named. */
const maxNamed = 12;

/** Open points about roofs: missing measurements, and strings to reconsider. */
export function openPoints(roofs: readonly StringRoof[]): string[] {
  return roofs.flatMap(({ roof, drawing, modules }) => {
    const mixed = mixedStrings(roof, modules);
    const more = mixed.length > maxNamed ? ` und ${mixed.length - maxNamed} weitere` : '';
    return [
      ...openDirections(roof),
      ...openFacts(drawing, roof),
      ...(mixed.length > 0
        ? [`Strings mit Modulen beider Seiten: ${mixed.slice(0, maxNamed).join(', ')}${more}`]
        : []),
    ].map((point) => `${roof.name}: ${point}`);
  });
}
