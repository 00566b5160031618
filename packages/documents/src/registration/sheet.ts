import type { Renderer } from '../renderer.ts';
import type { MissingField } from './form-map.ts';

/** A sheet of a form. */
export interface Sheet {
  render(renderer: Renderer, signal: AbortSignal): Promise<RenderedSheet>;
}

export interface RenderedSheet {
  pdf: Buffer;
  /** The missing fields, in the order of the form. */
  missing: MissingField[];
}
