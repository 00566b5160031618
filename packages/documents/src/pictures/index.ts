// Drawings of roofs as coordinates, for paper and screen.
export {
  type DrawnModule,
  drawRoof,
  drawRoofs,
  type Point,
  type RoofDrawing,
  type Space,
} from './roof-drawing.ts';
export {
  type DrawnRoof,
  type FieldProblems,
  hasOpenRows,
  layOut,
  type ModuleField,
  type Obstacle,
  type Rectangle,
} from './roof-layout.ts';
export { type Cut, layWires, type Wire, type WiredModule, wireModules } from './string-wires.ts';
