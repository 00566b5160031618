import type { WebhookEvent } from '@pv-planning/contract';
import type { TestDatabase } from '@pv-planning/database/testing';
import { checkEvent } from './contract-check.ts';

export type RaisedBy = (work: () => Promise<unknown>) => Promise<WebhookEvent[]>;

/** Returns a function that runs some work and returns the events that the company raises, oldest first. It checks their schemas. */
export function eventWatch({ kysely }: TestDatabase, companyId: string): RaisedBy {
  const ofCompany = kysely.selectFrom('webhookEvent').where('companyId', '=', companyId);
  const storedIds = async () => (await ofCompany.select('id').execute()).map(({ id }) => id);
  return async (work) => {
    const known = new Set(await storedIds());
    await work();
    const raised = (await storedIds()).filter((id) => !known.has(id));
    if (raised.length === 0) return [];
    const rows = await ofCompany
      .select(['id', 'type', 'createdAt', 'body'])
      .where('id', 'in', raised)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    return rows.map(({ body, ...columns }) => {
      const { data, ...envelope } = JSON.parse(body) as WebhookEvent;
      if (JSON.stringify(envelope) !== JSON.stringify(columns))
        throw new Error(`${body} is stored in the row of another event`);
      checkEvent(envelope.type, JSON.parse(body));
      return { ...envelope, data } as WebhookEvent;
    });
  };
}
