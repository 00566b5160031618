import type { interests, roofTypes } from './request-draft.ts';

/** An area, and the lines above it. */
type Drawing = readonly [area: string, lines: string];

const roofs: Record<(typeof roofTypes)[number], Drawing> = {
  GABLE: ['M8 26l14-16h30l-12 16z', 'M8 26l14-16 10 16v14H12V26M22 10h30l-12 16M32 26h24L52 10M32 40h20V26'],
  HIPPED: ['M6 26L22 12h20l16 14z', 'M6 26L22 12h20l16 14zM22 12l-4 14M42 12l4 14M11 26v14h42V26'],
  SHED: ['M8 24l44-14 4 6-44 14z', 'M8 24l44-14 4 6-44 14zM12 30v10h40V17'],
  FLAT: ['M6 18h52v5H6z', 'M6 18h52v5H6zM10 23v17h44V23'],
};

const extras: Record<(typeof interests)[number], Drawing> = {
  battery: [
    'M18 8h28a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4z',
    'M18 8h28a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4zM34 14l-7 10h10l-7 10',
  ],
  wallbox: [
    'M16 6h16a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4z',
    'M16 6h16a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4zM26 13l-5 8h7l-5 8M36 26h6a5 5 0 0 1 5 5v2a4 4 0 0 0 8 0V16l-5-5',
  ],
  heatPump: [
    'M12 8h40a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4z',
    'M12 8h40a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4zM24 13a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM24 13v20M14 23h20M42 16h8M42 23h8M42 30h8',
  ],
  emergencyPower: [
    'M32 6a12 12 0 0 1 7 21v5H25v-5a12 12 0 0 1 7-21z',
    'M32 6a12 12 0 0 1 7 21v5H25v-5a12 12 0 0 1 7-21zM27 38h10',
  ],
};

function Picture({ drawing: [area, lines], viewBox = '0 0 64 44' }: { drawing: Drawing; viewBox?: string }) {
  return (
    <svg viewBox={viewBox} aria-hidden="true">
      <path class="area" d={area} />
      <path d={lines} />
    </svg>
  );
}

export const RoofPicture = ({ type }: { type: keyof typeof roofs }) => <Picture drawing={roofs[type]} />;

export const ExtraPicture = ({ name }: { name: keyof typeof extras }) => <Picture drawing={extras[name]} />;

export const QuestionMark = () => <Picture drawing={['', 'M25 20a7 7 0 1 1 9 7c-2 1-2 2-2 4M32 37h.01']} />;

/** A house from above, whose south side has the modules. */
export const HousePicture = () => (
  <Picture drawing={['M8 24h32v10H8z', 'M8 14h32v20H8zM8 24h32M24 38v6m-3-3l3 3 3-3']} viewBox="0 0 48 48" />
);

/** A gable with this pitch, in degrees. */
export function TiltPicture({ degrees }: { degrees: number }) {
  const ridge = 30 - 20 * Math.tan((degrees * Math.PI) / 180);
  const gable = `M12 30L32 ${ridge}L52 30z`;
  return <Picture drawing={[gable, `${gable}M16 30v12h32V30`]} />;
}
