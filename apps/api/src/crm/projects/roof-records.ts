import type { Roof, RoofCreate, RoofUpdate } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { invalidRequest } from '@pv-planning/server-kit';
import { countedBy } from '../../kernel/lists/counted-by.ts';
import { changedFields } from '../../kernel/records/changed-fields.ts';
import { recordSelection } from '../../kernel/records/record-selection.ts';
import { referencesIn } from '../../kernel/references/references.ts';
import { givenRows } from '../../kernel/sql/given-rows.ts';

export const roofReferences = referencesIn({ subconstructionId: 'subconstruction' });

const selection = recordSelection('roof', 'Roof', {});

const roofRows = preparedQuery((db, { projectIds }: { projectIds: readonly string[] }) =>
  selection
    .of(db.selectFrom('roof'))
    .select('projectId')
    .where(({ eb, fn, val }) => eb('projectId', '=', fn.any(val(projectIds))))
    .orderBy('id'),
);

/** Returns the roofs of projects, oldest first, by the ids of the projects. */
export async function readRoofs(
  db: CompanyQueries,
  projectIds: readonly string[],
): Promise<Map<string, Roof[]>> {
  const roofs = new Map(projectIds.map((id): [string, Roof[]] => [id, []]));
  for (const { projectId, ...roof } of await roofRows(db, { projectIds })) roofs.get(projectId)?.push(roof);
  return roofs;
}

/** Counts the roofs of projects. Projects without roofs are missing. */
export const countRoofs = countedBy('roof', 'projectId');

/** Returns the roofs of a project, oldest first. */
export async function roofsOf(db: CompanyQueries, projectId: string): Promise<Roof[]> {
  return (await readRoofs(db, [projectId])).get(projectId) ?? [];
}

/** Converts a body to its stored form. The driver expects JSON arrays as text. */
export function storedRoof(body: RoofUpdate) {
  const { obstacles, ...fields } = body;
  return { ...fields, ...(obstacles !== undefined && { obstacles: JSON.stringify(obstacles) }) };
}

/** A new roof and the id of its project. */
export type RoofOfProject = RoofCreate & { projectId: string };

/** Inserts roofs in one statement, in order. Returns their ids. */
export async function insertRoofs(db: CompanyQueries, roofs: readonly RoofOfProject[]): Promise<string[]> {
  if (roofs.length === 0) return [];
  const columns = [...new Set([...roofs.flatMap(Object.keys), 'obstacles'])] as 'id'[];
  const rows = roofs.map((roof) => ({ ...roof, obstacles: roof.obstacles ?? [] }));
  const inserted = await db
    .insertInto('roof')
    .columns(columns)
    .expression(db.selectFrom(givenRows('roof', columns, rows)).select(columns as never))
    .returning('id')
    .execute();
  return inserted.map(({ id }) => id);
}

/** Returns the changed fields; undefined if none changed. @throws 400 `invalid_request` if a required azimuth would be missing */
export function roofChanges(roof: Roof, body: RoofUpdate, path = ''): RoofUpdate | undefined {
  requireAzimuth({ ...roof, ...body }, path);
  return changedFields(roof, body);
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
