import { germanNumber } from './german.ts';
import { type DrawnRoof, fieldProblems, type Obstacle, type RoofDrawing } from './pictures/index.ts';

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

/** Size and place of an obstacle, for those who measure it. */
export function obstaclePlace(obstacle: Obstacle, fromBelow: string): string {
  const { x, y, width, height } = obstacle;
  return `${obstacleName(obstacle)} ${metres(width)} × ${metres(height)} m, ${metres(x)} m von links, ${metres(y)} m ${fromBelow}`;
}

const modulesAre = (count: number, one: string, several: string) =>
  count === 1 ? `1 Modul ${one}` : `${count} Module ${several}`;

/** The modules of a roof that cannot be mounted where they are drawn. */
export function misplacedModules(roof: DrawnRoof): string[] {
  const problems = roof.modules.map((field) => fieldProblems(field, roof));
  const outside = problems.reduce((sum, problem) => sum + problem.outside, 0);
  const covered = roof.obstacles.map((obstacle) => ({
    name: obstacleName(obstacle),
    modules: problems
      .flatMap((problem) => problem.covered)
      .reduce((sum, cover) => sum + (cover.obstacle === obstacle ? cover.modules : 0), 0),
  }));
  return [
    ...(outside > 0
      ? [modulesAre(outside, 'reicht über den Rand des Daches', 'reichen über den Rand des Daches')]
      : []),
    ...covered
      .filter(({ modules }) => modules > 0)
      .map(({ name, modules }) => modulesAre(modules, `liegt auf: ${name}`, `liegen auf: ${name}`)),
  ];
}

/** What a drawing does not show by itself; null if it shows everything. */
export function roofCaption({ outline }: RoofDrawing, roof: DrawnRoof): string | null {
  const undrawn = outline ? [] : roof.obstacles.map(obstacleName);
  const sentences = [
    ...(outline ? [] : ['Schema, nicht maßstäblich']),
    ...(undrawn.length > 0 ? [`Auf dem Dach: ${undrawn.join(', ')}`] : []),
    ...misplacedModules(roof),
  ];
  return sentences.join('. ') || null;
}
