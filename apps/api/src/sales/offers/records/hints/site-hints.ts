import type { LineHint, OfferModule } from '@pv-planning/contract';
import { type FieldProblems, layOut } from '@pv-planning/documents/pictures';
import { checkWiring } from '@pv-planning/string-planner';
import { plantOf, temperaturesOr, type WiredLines } from '../../model/offer-plant.ts';
import type { OfferSite, SiteRoof } from '../offer-site.ts';

const modulesOf = (count: number) => (count === 1 ? '1 module' : `${count} modules`);

const obstacleNames: Readonly<Record<FieldProblems['covered'][number]['obstacle']['type'], string>> = {
  CHIMNEY: 'a chimney',
  SKYLIGHT: 'a skylight',
  DORMER: 'a dormer',
  VENT: 'a vent',
  ANTENNA: 'an antenna',
  SNOW_GUARD: 'a snow guard',
  OTHER: 'an obstacle',
};

function fieldHints(
  { ref }: OfferModule,
  { outside, covered, overlapped }: FieldProblems,
  { width, length }: SiteRoof,
  lines: readonly OfferModule[],
): LineHint[] {
  const hints: LineHint[] = [];
  if (outside > 0) {
    const message = `${modulesOf(outside)} beyond the edges of the roof of ${width} × ${length} m.`;
    hints.push({ code: 'module_outside_roof', ref, message });
  }
  if (covered.length > 0) {
    const named = covered.slice(0, 5).map(({ obstacle, modules }) => {
      const { type, x, y } = obstacle;
      return `${modulesOf(modules)} over ${obstacleNames[type]} at ${x}, ${y} m`;
    });
    const more = covered.length > named.length ? `, and ${covered.length - named.length} more obstacles` : '';
    hints.push({ code: 'module_over_obstacle', ref, message: `${named.join(', ')}${more}.` });
  }
  if (overlapped.length > 0) {
    const named = overlapped
      .slice(0, 5)
      .map(({ field, modules }) => `${modulesOf(modules)} over those of ${lines[field]?.ref}`);
    const more =
      overlapped.length > named.length ? `, and ${overlapped.length - named.length} more lines` : '';
    hints.push({ code: 'module_over_module', ref, message: `${named.join(', ')}${more}.` });
  }
  return hints;
}

/** Hints about modules that cannot be mounted where the offer puts them. */
export function roofHints({ modules }: WiredLines, { roofs }: OfferSite): LineHint[] {
  const byRoof = Map.groupBy(modules, ({ roofId }) => roofId);
  const hints = roofs.flatMap((roof) => {
    const lines = byRoof.get(roof.id) ?? [];
    const fields = lines.map(({ quantity, product: { length, width }, ...layout }) => {
      return { ...layout, count: quantity, length, width };
    });
    const { problems } = layOut({ ...roof, modules: fields });
    return lines.map((line, index) => {
      const problem = problems[index];
      return [line, problem ? fieldHints(line, problem, roof, lines) : []] as const;
    });
  });
  const byLine = new Map(hints);
  return modules.flatMap((line) => byLine.get(line) ?? []);
}

/** Hints about inverters whose strings are unsafe or impossible to connect. */
export function wiringHints(lines: WiredLines, site: OfferSite): LineHint[] {
  if (lines.inverters.every(({ strings }) => strings.length === 0)) return [];
  const roofs = new Map(site.roofs.map((roof) => [roof.id, roof]));
  const { plant, strings } = plantOf(
    lines,
    ({ roofId }) => {
      const { azimuth = null, tilt = 0 } = roofs.get(roofId) ?? {};
      return { roofId, azimuth, tilt };
    },
    temperaturesOr(site),
  );
  const errors = checkWiring(plant, strings).findings.filter(({ severity }) => severity === 'ERROR');
  const byInverter = Map.groupBy(errors, ({ inverterRef }) => inverterRef);
  return lines.inverters.flatMap(({ ref }): LineHint[] => {
    const [first, ...others] = byInverter.get(ref) ?? [];
    if (!first) return [];
    const place = first.string ?? (first.mppTracker === null ? null : `MPP tracker ${first.mppTracker}`);
    const more = others.length > 0 ? ` ${others.length} more errors.` : '';
    const message = `${first.rule}${place === null ? '' : `, ${place}`}: ${first.message}${more}`;
    return [{ code: 'wiring_error', ref, message }];
  });
}
