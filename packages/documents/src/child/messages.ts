import type { FilledTemplate, FillJob } from './forms/fill-template.ts';
import type { TakeInJob, TakenIn } from './forms/take-in-template.ts';

/** A document to render, as it is sent to a child process. */
export interface Job {
  /** Name of a file in `layouts`. */
  layout: string;
  /** JSON that the layout reads. */
  data: string;
  /** Files that the data names. */
  files: readonly { name: string; content: Uint8Array }[];
  /** Time of creation in the document's metadata. */
  time: string;
}

export type AnyJob = Job | FillJob | TakeInJob;

/** `missing` is the reason that there is no compiler. */
export type Outcome =
  | { result: Uint8Array | FilledTemplate | TakenIn }
  | { error: string }
  | { missing: string };
