import type {
  OfferRequestAnalytics,
  OfferRequestFigures,
  OfferRequestSource,
  OfferRequestStatus,
} from '@pv-planning/contract';
import { sql } from 'kysely';
import { schemaNamed } from '../contract/contract-document.ts';
import { report } from './report.ts';
import { place } from './report-sql.ts';
import type { ReportInput } from './run-report.ts';

const valuesOf = <Value>(schema: string): readonly Value[] =>
  schemaNamed<{ enum: readonly Value[] }>(schema).enum;

const sources = valuesOf<OfferRequestSource>('OfferRequestSource');
const statuses = valuesOf<OfferRequestStatus>('OfferRequestStatus');

export async function offerRequestReport(input: ReportInput): Promise<OfferRequestAnalytics> {
  const { db, frame, selects, covers, periodOf, span } = input;
  const time = 'offerRequest.createdAt';
  const created = db
    .selectFrom('offerRequest')
    .where(selects('offerRequest'))
    .where(covers(time))
    .select(({ fn }) => [periodOf(time).as('period'), 'source', 'status', fn.countAll<number>().as('count')])
    .groupBy(['period', 'source', 'status']);
  const rows = await db
    .selectFrom(db.selectFrom(created.as('created')).selectAll().select(span.as('span')).as('created'))
    .select([place.as('place'), 'source', 'status', sql<number>`sum(count)::integer`.as('count')])
    .groupBy(
      sql`grouping sets ((period), (period, source), (period, status), (span), (span, source), (span, status))`,
    )
    .execute();
  const keyOf = (place: number, source: string | null, status: string | null) =>
    `${place} ${source} ${status}`;
  const counts = new Map(
    rows.map(({ place, source, status, count }) => [keyOf(place, source, status), count]),
  );
  return report(frame, (place): OfferRequestFigures => {
    const count = (source: string | null, status: string | null) =>
      counts.get(keyOf(place, source, status)) ?? 0;
    return {
      count: count(null, null),
      bySource: sources.map((source) => ({ source, count: count(source, null) })),
      byStatus: statuses.map((status) => ({ status, count: count(null, status) })),
    };
  });
}
