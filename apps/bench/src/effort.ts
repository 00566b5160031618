import type { Extent } from './measure/interleave.ts';

/** How long a run may take. */
export interface Effort {
  /** Of each operation in `api`, and of `paths`. */
  bursts: Extent & { burstSeconds: number; warmUpSeconds: number };
  /** Of each kind of start. */
  starts: Extent;
  memory: Extent & { restSeconds: number; loadSeconds: number };
}

export const normal: Effort = {
  bursts: { rounds: 8, seconds: 18, burstSeconds: 0.7, warmUpSeconds: 1.5 },
  starts: { rounds: 5, seconds: 10 },
  memory: { rounds: 1, seconds: 30, restSeconds: 1.5, loadSeconds: 1.5 },
};

export const quick: Effort = {
  bursts: { rounds: 3, seconds: 5, burstSeconds: 0.3, warmUpSeconds: 0.4 },
  starts: { rounds: 1, seconds: 1 },
  memory: { rounds: 1, seconds: 1, restSeconds: 0.5, loadSeconds: 0.8 },
};
