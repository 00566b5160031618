// What pictures of roofs show, as coordinates. Paper and screen draw the same ones.
export { type DrawnRoof, drawRoof, drawRoofs, type RoofDrawing, type Space } from './roof-drawing.ts';
export {
  type FieldProblems,
  fieldProblems,
  type ModuleField,
  type Obstacle,
  type RoofSurface,
} from './roof-layout.ts';
