import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { isRecordId } from '../identifiers/record-id.ts';

/** The public name of a company in addresses: its slug and its id. */
const handlePattern = /^([a-z0-9]+(?:-[a-z0-9]+)*)-(\d{1,19})$/;

/** Returns the public name of a company. */
export function handleOf({ id, slug }: { id: string; slug: string }): string {
  return `${slug}-${id}`;
}

/** Returns what a public name of a company consists of, or undefined if the text is not one. */
export function companyOfHandle(handle: string): { slug: string; companyId: string } | undefined {
  const [, slug, companyId] = handlePattern.exec(handle) ?? [];
  return slug !== undefined && companyId !== undefined && isRecordId(companyId)
    ? { slug, companyId }
    : undefined;
}

const slugs = preparedQuery((db, _: Record<string, never>) => db.selectFrom('company').select('slug'));

/** Returns the slug of a company, or undefined if the company does not exist. */
export async function companySlug(db: CompanyQueries): Promise<string | undefined> {
  const [company] = await slugs(db, {});
  return company?.slug;
}
