import { germanNumber } from './german.ts';

const points = ['Nord', 'Nordost', 'Ost', 'Südost', 'Süd', 'Südwest', 'West', 'Nordwest'];

/** Names a direction: `Süd (175°)`. Null without one. */
export function compassPoint(azimuth: number | null): string | null {
  return azimuth === null ? null : `${points[Math.round(azimuth / 45) % 8]} (${germanNumber(azimuth)}°)`;
}
