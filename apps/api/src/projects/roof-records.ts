import type { Roof, RoofCreate, RoofUpdate } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { invalidRequest } from '@pv-planning/server-kit';
import { recordSelection } from '../records/record-selection.ts';
import { referencesIn } from '../references/references.ts';

export const roofReferences = referencesIn({ subconstructionId: 'subconstruction' });

const selection = recordSelection('roof', 'Roof', {});

/** Returns the roofs of a project, oldest first. */
export function roofsOf(db: CompanyQueries, projectId: string): Promise<Roof[]> {
  return selection.of(db.selectFrom('roof')).where('projectId', '=', projectId).orderBy('id').execute();
}

/** Converts a body to its stored form. The driver expects JSON arrays as text. */
export function storedRoof<Body extends RoofCreate | RoofUpdate>(body: Body) {
  const { obstacles, ...fields } = body;
  return { ...fields, ...(obstacles !== undefined && { obstacles: JSON.stringify(obstacles) }) };
}

/** Inserts roofs into a project, in order. Returns their ids. */
export async function insertRoofs(
  db: CompanyQueries,
  projectId: string,
  roofs: readonly RoofCreate[],
): Promise<string[]> {
  if (roofs.length === 0) return [];
  const rows = roofs.map((roof) => ({ ...storedRoof(roof), projectId }));
  const inserted = await db.insertInto('roof').values(rows).returning('id').execute();
  return inserted.map(({ id }) => id);
}

/**
 * Requires an azimuth for every roof that is not flat.
 *
 * @param path JSON Pointer of the roof in the body
 * @throws 400 `invalid_request`
 */
export function requireAzimuth(
  { roofType, azimuth }: Pick<RoofCreate, 'roofType' | 'azimuth'>,
  path = '',
): void {
  if (roofType === 'FLAT' || azimuth !== null) return;
  throw invalidRequest({
    in: 'body',
    path: `${path}/azimuth`,
    code: 'required',
    message: 'must be a number unless roofType is FLAT',
  });
}
