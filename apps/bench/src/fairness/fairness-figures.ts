import { type Figure, figure, figureAlone } from '../measure/figure.ts';

/** A company may wait this long, or three times as long as without the load, whichever is longer. */
const allowedMs = 30;
const allowedRatio = 3;

const maxPeakMegabytes = 700;

export interface FairnessReadings {
  /** The 99th percentile in milliseconds, with load from others (`busy`) and without (`idle`). */
  busy: number;
  idle: number;
  /** Of the process. */
  peakResidentBytes: number;
}

/** @param name the measured requests, and the load that others cause */
export function fairnessFigures(name: string, { busy, idle, peakResidentBytes }: FairnessReadings): Figure[] {
  const allowed = Math.max(allowedMs, allowedRatio * idle);
  const peakMegabytes = peakResidentBytes / 1024 ** 2;
  return [
    figure(
      { name: `fairness: p99 of ${name}`, unit: 'ms', better: 'less' },
      { ours: [busy], yardstick: [idle] },
      () => ({ text: `≤ ${allowedMs} ms or ${allowedRatio} × idle`, reached: busy <= allowed }),
    ),
    figureAlone({ name: 'fairness: peak memory of the process', unit: 'MB', better: 'less' }, peakMegabytes, {
      text: `< ${maxPeakMegabytes}`,
      reached: peakMegabytes < maxPeakMegabytes,
    }),
  ];
}
