import type { ModuleLine } from './plant.ts';

type Orientation = Pick<ModuleLine, 'azimuth' | 'tilt'>;

/**
 * The largest difference in azimuth or tilt between any two orientations, in degrees. Azimuths are circular: 355° and 5° differ
 * by 10°. Flat roofs without azimuth have the same orientation; if another roof has an azimuth, the difference is unknown
 * (null).
 */
export function orientationDifference(orientations: readonly Orientation[]): number | null {
  let largest = 0;
  for (const [index, one] of orientations.entries()) {
    for (const other of orientations.slice(index + 1)) {
      const difference = differenceOfTwo(one, other);
      if (difference === null) return null;
      largest = Math.max(largest, difference);
    }
  }
  return largest;
}

function differenceOfTwo(one: Orientation, other: Orientation): number | null {
  if (one.azimuth === null && other.azimuth === null) return 0;
  if (one.azimuth === null || other.azimuth === null) return null;
  const turn = Math.abs(one.azimuth - other.azimuth) % 360;
  return Math.max(Math.min(turn, 360 - turn), Math.abs(one.tilt - other.tilt));
}
