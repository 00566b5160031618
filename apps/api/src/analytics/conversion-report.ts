import type { ConversionAnalytics, ConversionFigures, Query } from '@pv-planning/contract';
import { sql } from 'kysely';
import { figureSets, groupedFigures, keyOf, readRecordGroups, withGroupFigures } from './record-groups.ts';
import { maxRows, ofSpans, report } from './report.ts';
import { notWithdrawn, type SpanSql } from './report-sql.ts';
import { mapSpans, type ReportInput, readSpans } from './run-report.ts';

type Input = ReportInput<Query<'getConversionAnalytics'>>;

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
const waited = (from: string, to: string, filter = sql``) =>
  sql<number>`(extract(epoch from min(${sql.ref(to)}) ${filter} - ${sql.ref(from)}) * 1000)::double precision`;

const share = (part: string, whole: string) =>
  sql<number | null>`round(count(${sql.ref(part)})::numeric / nullif(count(${sql.ref(whole)}), 0), 4)`;

/** The median in days of 24 hours. */
const medianDays = (milliseconds: string) =>
  sql<
    number | null
  >`round((percentile_cont(0.5) within group (order by ${sql.ref(milliseconds)}))::numeric / 86400000, 1)`;

async function readOutcomes({ db, query, selects }: Input, { covers, periodOf }: SpanSql) {
  const { groupBy = null } = query;
  const time = 'offerRequest.createdAt';
  const requests = db
    .selectFrom('offerRequest')
    .leftJoin('offer', 'offer.offerRequestId', 'offerRequest.id')
    .leftJoin('offerWithdrawal as withdrawal', 'withdrawal.offerId', 'offer.id')
    .where(selects('offerRequest'))
    .where(covers(time))
    .select([
      'offerRequest.id',
      periodOf(time).as('period'),
      keyOf('offerRequest', groupBy).as('key'),
      waited(time, 'offer.createdAt').as('toOffer'),
      waited(time, 'offer.acceptedAt', sql`filter (where withdrawal.offer_id is null)`).as('toAccept'),
    ])
    .groupBy(['offerRequest.id', 'offerRequest.createdAt', 'key']);
  const { columns, sets } = figureSets(groupBy);
  const rows = await db
    .selectFrom(requests.as('request'))
    .select([
      ...columns,
      sql<number>`count(*)::integer`.as('requests'),
      sql<number>`count(to_offer)::integer`.as('withOffer'),
      sql<number>`count(to_accept)::integer`.as('accepted'),
      share('toOffer', 'id').as('requestToOfferRate'),
      share('toAccept', 'toOffer').as('offerToAcceptedRate'),
      medianDays('toOffer').as('medianDaysToOffer'),
      medianDays('toAccept').as('medianDaysToAccept'),
    ])
    .groupBy(sets)
    .limit(maxRows)
    .execute();
  return groupedFigures(
    rows.map(({ bucket, isGroup, key, ...figures }) => ({ isGroup, key, at: bucket, figures })),
  );
}

/** Reads how many accepted offers have no request. They have no source either. */
async function readDirect({ db, query, selects }: Input, { covers, periodOf }: SpanSql) {
  const { groupBy = null } = query;
  const time = 'offer.createdAt';
  const accepted = db
    .selectFrom('offer')
    .where(selects('offer'))
    .where(covers(time))
    .where('offerRequestId', 'is', null)
    .where('acceptedAt', 'is not', null)
    .where(notWithdrawn)
    .select([periodOf(time).as('period'), keyOf('offer', groupBy === 'source' ? null : groupBy).as('key')]);
  const { columns, sets } = figureSets(groupBy);
  const rows = await db
    .selectFrom(accepted.as('accepted'))
    .select([...columns, sql<number>`count(*)::integer`.as('direct')])
    .groupBy(sets)
    .limit(maxRows)
    .execute();
  return groupedFigures(
    rows.map(({ bucket, isGroup, key, direct }) => ({ isGroup, key, at: bucket, figures: direct })),
  );
}

export async function conversionReport(input: Input): Promise<ConversionAnalytics> {
  const { frame, query } = input;
  const { groupBy = null } = query;
  const spans = await readSpans(input, async (span) => ({
    outcomes: await readOutcomes(input, span),
    direct: await readDirect(input, span),
  }));
  const groups = await readRecordGroups(
    input,
    groupBy,
    ofSpans(spans).flatMap(({ outcomes, direct }) => [outcomes, direct]),
  );
  const figures = mapSpans(
    spans,
    ({ outcomes, direct }) =>
      (bucket: number): ConversionFigures => ({
        ...(outcomes.all.get(bucket) ?? none),
        direct: direct.all.get(bucket) ?? 0,
        groups: withGroupFigures(groups, (key) => ({
          ...(outcomes.groups.get(key)?.get(bucket) ?? none),
          direct: direct.groups.get(key)?.get(bucket) ?? 0,
        })),
      }),
  );
  return report(frame, figures, { groupBy });
}
