import { germanNumber } from './german.ts';
import { type DrawnRoof, hasOpenRows, layOut, type Obstacle, type RoofDrawing } from './pictures/index.ts';

const names: Readonly<Record<Obstacle['type'], string>> = {
  CHIMNEY: 'Schornstein',
  SKYLIGHT: 'Dachfenster',
  DORMER: 'Gaube',
  VENT: 'Lüfter',
  ANTENNA: 'Antenne',
  SNOW_GUARD: 'Schneefang',
  OTHER: 'Hindernis',
};

export const obstacleName = ({ type }: Pick<Obstacle, 'type'>) => names[type];

/** The obstacles of a drawing with their names, which a layout prints. */
export const namedObstacles = ({ obstacles }: RoofDrawing) =>
  obstacles.map((obstacle) => ({ ...obstacle, name: obstacleName(obstacle) }));

const metres = (length: number) => germanNumber(length, 2);

/** Size and position of an obstacle, for measuring on site. */
export function obstaclePlace(obstacle: Obstacle, fromBelow: string): string {
  const { x, y, width, height } = obstacle;
  return `${obstacleName(obstacle)} ${metres(width)} × ${metres(height)} m, ${metres(x)} m von links, ${metres(y)} m ${fromBelow}`;
}

const modulesAre = (count: number, one: string, several: string) =>
  count === 1 ? `1 Modul ${one}` : `${count} Module ${several}`;

/** The modules of a roof that cannot be mounted where they are drawn. */
export function misplacedModules(roof: DrawnRoof): string[] {
  const { problems } = layOut(roof);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const outside = sum(problems.map((problem) => problem.outside));
  const overlapped = sum(problems.flatMap((problem) => problem.overlapped.map(({ modules }) => modules)));
  const covered = roof.obstacles.map((obstacle) => ({
    name: obstacleName(obstacle),
    modules: sum(
      problems
        .flatMap((problem) => problem.covered)
        .map((cover) => (cover.obstacle === obstacle ? cover.modules : 0)),
    ),
  }));
  return [
    ...(outside > 0
      ? [modulesAre(outside, 'reicht über den Rand des Daches', 'reichen über den Rand des Daches')]
      : []),
    ...covered
      .filter(({ modules }) => modules > 0)
      .map(({ name, modules }) => modulesAre(modules, `liegt auf: ${name}`, `liegen auf: ${name}`)),
    ...(overlapped > 0
      ? [modulesAre(overlapped, 'liegt auf einem anderen Modul', 'liegen auf anderen Modulen')]
      : []),
  ];
}

/** The unknown facts of a roof whose modules are drawn to scale. */
export function openFacts({ scale, surface }: RoofDrawing, roof: DrawnRoof): string[] {
  if (scale === null) return [];
  return [
    ...(surface ? [] : ['Umriss des Daches nicht erfasst']),
    ...(hasOpenRows(roof) ? ['Abstand der Reihen nicht erfasst, ohne Maß gezeichnet'] : []),
  ];
}

/** The facts that a drawing does not show; null if there are none. */
export function roofCaption(drawing: RoofDrawing, roof: DrawnRoof): string | null {
  const isSchema = drawing.scale === null;
  const undrawn = isSchema ? roof.obstacles.map(obstacleName) : [];
  const sentences = [
    ...(isSchema ? ['Schema, nicht maßstäblich'] : []),
    ...openFacts(drawing, roof),
    ...(undrawn.length > 0 ? [`Auf dem Dach: ${undrawn.join(', ')}`] : []),
    ...misplacedModules(roof),
  ];
  return sentences.join('. ') || null;
}
