import { createHash, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../src/index.ts';

/** Inserts a small company whose texts all begin with its mark. Returns its ID. */
export async function addCompany(kysely: Kysely<Tables>, mark: string): Promise<string> {
  const label = (text: string) => `${mark}${text}`;
  const { companyId } = await kysely
    .insertInto('company')
    .values({ name: label('company') })
    .returning('companyId')
    .executeTakeFirstOrThrow();
  const sites = await kysely
    .insertInto('site')
    .values(['Musterstadt', 'Nordhausen'].map((name) => ({ companyId, name: label(name) })))
    .returning('id')
    .execute();
  await kysely
    .insertInto('member')
    .values({
      companyId,
      id: randomUUID(),
      firstName: label('Lena'),
      lastName: label('Vogt'),
      email: label('lena'),
      role: 'PLANNER',
    })
    .execute();
  const customers = await kysely
    .insertInto('customer')
    .values(
      ['Schneider', 'Kornblume', 'Vogt'].map((name, index) => ({
        companyId,
        type: 'PRIVATE',
        lastName: label(name),
        customerNumber: String(index),
        siteId: sites[index]?.id ?? null,
      })),
    )
    .returning('id')
    .execute();
  const projects = await kysely
    .insertInto('project')
    .values(
      customers.flatMap(({ id }, index) =>
        Array.from({ length: index }, (_, count) => ({
          companyId,
          customerId: id,
          name: label(`project ${count}`),
          state: 'OPEN',
        })),
      ),
    )
    .returning('id')
    .execute();
  await kysely
    .insertInto('roof')
    .values(
      projects.map(({ id }) => ({
        companyId,
        projectId: id,
        name: label('Süddach'),
        roofType: 'GABLE',
        tilt: 35,
      })),
    )
    .execute();
  await kysely
    .insertInto('apiKey')
    .values({
      companyId,
      name: label('key'),
      prefix: 'pvp_live_',
      hash: createHash('sha256').update(mark).digest(),
      scopes: [],
    })
    .execute();
  return companyId;
}
