import type { Project, Roof } from '@pv-planning/contract';
import type { CompanyTables } from '@pv-planning/database';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';

/** The roofs of an offer's project, and the design temperatures of the project or of the company. Hints depend on them. */
export interface OfferSite extends Pick<Project, 'designTempMin' | 'designTempMax'> {
  roofs: SiteRoof[];
}

export type SiteRoof = Pick<Roof, 'id' | 'roofType' | 'azimuth' | 'tilt' | 'width' | 'length' | 'obstacles'>;

/** Selects the site from a project with `id`, `designTempMin` and `designTempMax`. */
export function selectSite({ selectFrom, fn }: ExpressionBuilder<CompanyTables, 'project'>) {
  const roofs = selectFrom('roof')
    .select(({ fn, cast, ref }) => {
      const roof = jsonBuildObject({
        id: cast<string>('roof.id', 'text'),
        roofType: ref('roofType').$castTo<Roof['roofType']>(),
        azimuth: ref('azimuth'),
        tilt: ref('tilt'),
        width: ref('width'),
        length: ref('length'),
        obstacles: ref('obstacles').$castTo<Roof['obstacles']>(),
      });
      return fn.agg<SiteRoof[]>('json_agg', [roof]).orderBy('roof.id').as('roofs');
    })
    .whereRef('roof.projectId', '=', 'project.id');
  const temperature = (name: 'designTempMin' | 'designTempMax') =>
    fn.coalesce(`project.${name}`, selectFrom('company').select(`company.${name}`));
  return jsonBuildObject({
    designTempMin: temperature('designTempMin'),
    designTempMax: temperature('designTempMax'),
    roofs: fn.coalesce(roofs, sql<SiteRoof[]>`'[]'`),
  });
}
