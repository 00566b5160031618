import type { ConversionAnalytics } from '@pv-planning/contract';
import { sql } from 'kysely';
import { report } from './report.ts';
import { bucket } from './report-sql.ts';
import type { ReportInput } from './run-report.ts';

const none = {
  requests: 0,
  withOffer: 0,
  accepted: 0,
  requestToOfferRate: null,
  offerToAcceptedRate: null,
  medianDaysToOffer: null,
  medianDaysToAccept: null,
};

/** Unrounded milliseconds from one time to the earliest of several other times. */
const waited = (from: string, to: string) =>
  sql<number>`(extract(epoch from min(${sql.ref(to)}) - ${sql.ref(from)}) * 1000)::double precision`;

const share = (part: string, whole: string) =>
  sql<number | null>`round(count(${sql.ref(part)})::numeric / nullif(count(${sql.ref(whole)}), 0), 4)`;

/** The median in days of 24 hours. */
const medianDays = (milliseconds: string) =>
  sql<
    number | null
  >`round((percentile_cont(0.5) within group (order by ${sql.ref(milliseconds)}))::numeric / 86400000, 1)`;

export async function conversionReport(input: ReportInput): Promise<ConversionAnalytics> {
  const { db, frame, selects, covers, periodOf, span } = input;
  const time = 'offerRequest.createdAt';
  const requests = db
    .selectFrom('offerRequest')
    .leftJoin('offer', 'offer.offerRequestId', 'offerRequest.id')
    .where(selects('offerRequest'))
    .where(covers(time))
    .select([
      'offerRequest.id',
      periodOf(time).as('period'),
      waited(time, 'offer.createdAt').as('toOffer'),
      waited(time, 'offer.acceptedAt').as('toAccept'),
    ])
    .groupBy(['offerRequest.id', 'offerRequest.createdAt']);
  const rows = await db
    .selectFrom(db.selectFrom(requests.as('request')).selectAll().select(span.as('span')).as('request'))
    .select([
      bucket.as('bucket'),
      sql<number>`count(*)::integer`.as('requests'),
      sql<number>`count(to_offer)::integer`.as('withOffer'),
      sql<number>`count(to_accept)::integer`.as('accepted'),
      share('toOffer', 'id').as('requestToOfferRate'),
      share('toAccept', 'toOffer').as('offerToAcceptedRate'),
      medianDays('toOffer').as('medianDaysToOffer'),
      medianDays('toAccept').as('medianDaysToAccept'),
    ])
    .groupBy(sql`grouping sets ((period), (span))`)
    .execute();
  const figures = new Map(rows.map(({ bucket, ...figure }) => [bucket, figure]));
  return report(frame, (bucket) => figures.get(bucket) ?? none);
}
