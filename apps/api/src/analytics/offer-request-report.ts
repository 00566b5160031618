import type {
  OfferRequestAnalytics,
  OfferRequestFigures,
  OfferRequestSource,
  OfferRequestStatus,
} from '@pv-planning/contract';
import { sql } from 'kysely';
import { schemaNamed } from '../kernel/contract/contract-document.ts';
import { report } from './report.ts';
import { bucket, type SpanSql } from './report-sql.ts';
import { mapSpans, type ReportInput, readSpans } from './run-report.ts';

const valuesOf = <Value>(schema: string): readonly Value[] =>
  schemaNamed<{ enum: readonly Value[] }>(schema).enum;

const sources = valuesOf<OfferRequestSource>('OfferRequestSource');
const statuses = valuesOf<OfferRequestStatus>('OfferRequestStatus');

export async function offerRequestReport(input: ReportInput): Promise<OfferRequestAnalytics> {
  const { db, frame, selects } = input;
  const time = 'offerRequest.createdAt';
  const readCounts = async ({ covers, periodOf }: SpanSql) => {
    const created = db
      .selectFrom('offerRequest')
      .where(selects('offerRequest'))
      .where(covers(time))
      .select(({ fn }) => [
        periodOf(time).as('period'),
        'source',
        'status',
        fn.countAll<number>().as('count'),
      ])
      .groupBy(['period', 'source', 'status']);
    const rows = await db
      .selectFrom(created.as('created'))
      .select([bucket.as('bucket'), 'source', 'status', sql<number>`sum(count)::integer`.as('count')])
      .groupBy(sql`grouping sets ((period), (period, source), (period, status), (), (source), (status))`)
      .execute();
    return new Map(rows.map(({ bucket, source, status, count }) => [keyOf(bucket, source, status), count]));
  };
  const counts = await readSpans(input, readCounts);
  return report(
    frame,
    mapSpans(counts, (counts) => (bucket: number): OfferRequestFigures => {
      const count = (source: string | null, status: string | null) =>
        counts.get(keyOf(bucket, source, status)) ?? 0;
      return {
        count: count(null, null),
        bySource: sources.map((source) => ({ source, count: count(source, null) })),
        byStatus: statuses.map((status) => ({ status, count: count(null, status) })),
      };
    }),
  );
}

function keyOf(bucket: number, source: string | null, status: string | null): string {
  return `${bucket} ${source} ${status}`;
}
