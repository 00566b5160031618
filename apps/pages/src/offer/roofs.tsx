import type { OfferPage } from '@pv-planning/contract/pages';
import { drawRoofs, type RoofDrawing } from '@pv-planning/documents/pictures';
import { groupBy } from '../shared/group-by.ts';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { offerTexts } from './texts/offer-texts.ts';

type Roof = OfferPage['roofs'][number];

/** In units of the drawing: the widest roof is this wide. */
const space = { maxWidth: 1000, maxHeight: 700 };
/** For measures, below and at the right of a roof. */
const margin = { right: 70, bottom: 60 };

const modulesOn = ({ modules }: Roof) => modules.reduce((sum, { count }) => sum + count, 0);

/** The obstacles by kind: `2 × Dachfenster`. */
function useObstacleNames({ obstacles }: Roof): string {
  const names = useTexts(offerTexts).obstacles;
  const byType = groupBy(obstacles, ({ type }) => type);
  return [...byType]
    .map(([type, { length }]) => (length === 1 ? names[type] : `${length} × ${names[type]}`))
    .join(', ');
}

function Drawing({ roof, drawing, label }: { roof: Roof; drawing: RoofDrawing; label: string }) {
  const texts = useTexts(offerTexts);
  const { metres } = useFormats();
  const { width, height, scale, surface, edges, obstacles, modules } = drawing;
  const [eaves] = edges;
  const total = scale === null ? drawing : { width: width + margin.right, height: height + margin.bottom };
  return (
    <svg
      role="img"
      aria-label={label}
      width={`${Math.min(100, Math.round((100 * total.width) / (space.maxWidth + margin.right)))}%`}
      viewBox={`-6 -6 ${total.width + 12} ${total.height + 12}`}
    >
      {surface && <rect class="tiles" {...surface} />}
      <g class="cells">
        {modules.map(({ x, y, width, height }) => (
          <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} rx={3} />
        ))}
      </g>
      {obstacles.map(({ x, y, width, height, type }) => (
        <rect
          key={`${x} ${y}`}
          class={type === 'CHIMNEY' ? 'obstacle brick' : type === 'SKYLIGHT' ? 'obstacle glass' : 'obstacle'}
          {...{ x, y, width, height }}
        />
      ))}
      <path class="edge" d={edges.map(([from, to]) => `M${from.x} ${from.y}L${to.x} ${to.y}`).join('')} />
      {eaves && roof.width !== null && (
        <text x={(eaves[0].x + eaves[1].x) / 2} y={eaves[0].y + 46} text-anchor="middle">
          {texts.eaves(metres(roof.width))}
        </text>
      )}
      {surface && roof.length !== null && (
        <text
          transform={`translate(${surface.x + surface.width + 46} ${surface.y + surface.height / 2})rotate(-90)`}
          text-anchor="middle"
        >
          {texts.metres(metres(roof.length))}
        </text>
      )}
    </svg>
  );
}

/** Where a roof faces: an arrow in a compass whose north is up. */
function Compass({ azimuth, letters }: { azimuth: number; letters: string }) {
  return (
    <svg class="rose" viewBox="-22 -22 44 44" aria-hidden="true">
      <circle r="21" />
      <path transform={`rotate(${azimuth})`} d="M0-19l6 12H-6z" />
      <text text-anchor="middle" y="4">
        {letters}
      </text>
    </svg>
  );
}

function RoofFigure({ roof, drawing }: { roof: Roof; drawing: RoofDrawing }) {
  const texts = useTexts(offerTexts);
  const { number } = useFormats();
  const obstacleNames = useObstacleNames(roof);
  const { azimuth, tilt, name } = roof;
  const title = texts.roofTitle(name, modulesOn(roof));
  const point = azimuth === null ? null : Math.round(azimuth / 45) % 8;
  const facts = [
    point === null ? '' : texts.facing(texts.directions[point] ?? ''),
    texts.tilt(number(tilt)),
    obstacleNames,
    drawing.scale === null ? texts.schema : '',
  ];
  return (
    <figure class="roof">
      <Drawing roof={roof} drawing={drawing} label={[title, obstacleNames].filter(Boolean).join(', ')} />
      <figcaption>
        {azimuth !== null && <Compass azimuth={azimuth} letters={texts.directionLetters[point ?? 0] ?? ''} />}
        <span>
          <b>{title}</b>
          <br />
          <span class="soft">{facts.filter(Boolean).join(' · ')}</span>
        </span>
      </figcaption>
    </figure>
  );
}

/** The roofs to one scale, drawn from the modules that are priced. */
export function Roofs({ roofs }: Pick<OfferPage, 'roofs'>) {
  const texts = useTexts(offerTexts);
  if (roofs.length === 0) return null;
  const drawings = drawRoofs(roofs, space);
  const count = roofs.reduce((sum, roof) => sum + modulesOn(roof), 0);
  const isToScale = drawings.every(({ scale }) => scale !== null);
  return (
    <section class="part stack" aria-labelledby="roofs">
      <h2 id="roofs">{texts.yourRoof}</h2>
      <p class="soft">
        {texts.modulesOnRoofs(count, roofs.length)}
        {isToScale && ` ${texts.toScale}`}
      </p>
      <div class="roofs">
        {drawings.map((drawing, index) => {
          const roof = roofs[index] as Roof;
          return <RoofFigure key={index} roof={roof} drawing={drawing} />;
        })}
      </div>
    </section>
  );
}
