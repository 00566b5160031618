// What pictures of roofs show, as coordinates. Paper and screen draw the same ones.
export {
  type DrawnModule,
  type DrawnRoof,
  drawRoof,
  drawRoofs,
  type RoofDrawing,
  type Space,
} from './roof-drawing.ts';
export {
  type FieldProblems,
  fieldProblems,
  type ModuleField,
  type Obstacle,
  placedModules,
  type Rectangle,
  type RoofSurface,
} from './roof-layout.ts';
export { drawStrings, type Point, type Wire, type WiredModule } from './string-wires.ts';
