/** How long a run may take. */
export interface Effort {
  /** Readings of each contestant in `api` and `paths`. */
  rounds: number;
  burstSeconds: number;
  warmUpSeconds: number;
  /** Readings of each contestant in `start` and `memory`, which take seconds each. */
  slowRounds: number;
}

export const normal: Effort = { rounds: 7, burstSeconds: 1, warmUpSeconds: 2, slowRounds: 3 };
export const quick: Effort = { rounds: 3, burstSeconds: 0.5, warmUpSeconds: 0.7, slowRounds: 1 };
