/** How long a run may take. */
export interface Effort {
  /** Readings of each contestant in `api` and `paths`. */
  rounds: number;
  burstSeconds: number;
  warmUpSeconds: number;
  /** Readings of each contestant in `start` and in `memory`, which take about 1 s and 10 s. */
  startRounds: number;
  memoryRounds: number;
}

export const normal: Effort = {
  rounds: 7,
  burstSeconds: 1,
  warmUpSeconds: 2,
  startRounds: 5,
  memoryRounds: 1,
};
export const quick: Effort = {
  rounds: 3,
  burstSeconds: 0.5,
  warmUpSeconds: 0.7,
  startRounds: 1,
  memoryRounds: 1,
};
