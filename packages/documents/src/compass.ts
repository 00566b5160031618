import { germanNumber } from './german.ts';

const points = ['Nord', 'Nordost', 'Ost', 'Südost', 'Süd', 'Südwest', 'West', 'Nordwest'];
const signs = ['N', 'NO', 'O', 'SO', 'S', 'SW', 'W', 'NW'];

const indexOf = (azimuth: number) => Math.round(azimuth / 45) % 8;

/** Names a direction: `Süd (175°)`. Null without one. */
export function compassPoint(azimuth: number | null): string | null {
  return azimuth === null ? null : `${points[indexOf(azimuth)]} (${germanNumber(azimuth)}°)`;
}

/** The sign of a direction: `S`. */
export const compassSign = (azimuth: number) => signs[indexOf(azimuth)] ?? '';
