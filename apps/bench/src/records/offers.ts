import type { Postgres } from '../process/postgres.ts';
import { call } from './call.ts';
import type { Company } from './company.ts';
import { type LineCounts, offerBody } from './offer-body.ts';
import { addOfferRecords } from './offer-company.ts';

/** Columns that can be inserted. */
const columnsOf = `
  select quote_ident(attname) as name from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;

/** Exceeds all other ids. */
const offerId = '1000000000000 + n';
const lineId = '1000000000000 + n * 1000::bigint + offer_line.id % 1000';

interface Copies {
  copies: number;
  /** The first day of those on which the copies were accepted. */
  from: string;
  days: number;
}

/** Creates an offer of the busy company, and copies of it that were accepted. */
export async function copyOffer(
  { postgres, url, busy }: { postgres: Postgres; url: string; busy: Company },
  counts: LineCounts,
  { copies, from, days }: Copies,
): Promise<void> {
  const body = offerBody(await addOfferRecords(url, busy), counts);
  const { id } = await call(`${url}/v1/offers`, busy.headers, body);
  const time = `timestamptz '${from} 12:00+00' + n * interval '${days} days' / ${copies}`;
  const times = { created_at: time, published_at: time, accepted_at: time };
  const copyRows = async (table: string, key: string, changes: Record<string, string>) => {
    const columns = await postgres.sql<{ name: string }>(columnsOf, [table]);
    const names = columns.map(({ name }) => name);
    await postgres.sql(
      `insert into ${table} (${names}) select ${names.map((name) => changes[name] ?? `${table}.${name}`)}
        from ${table}, generate_series(1, $3::integer) as n where company_id = $1 and ${key} = $2`,
      [busy.companyId, id, copies],
    );
  };
  await copyRows('offer', 'id', { id: offerId, number: `'KOPIE-' || n`, state: `'ACCEPTED'`, ...times });
  await copyRows('offer_line', 'offer_id', { id: lineId, offer_id: offerId });
}
