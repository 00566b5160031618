import type { DeclineReason, OfferAnalytics, OfferFigures, OfferSums, Query } from '@pv-planning/contract';
import { sql } from 'kysely';
import { limitOf } from '../kernel/contract/contract-document.ts';
import { figureSets, groupedFigures, keyOf, readRecordGroups, withGroupFigures } from './record-groups.ts';
import { maxRows, ofSpans, report } from './report.ts';
import { bucket, notWithdrawn, type SpanSql } from './report-sql.ts';
import { mapSpans, type ReportInput, readSpans } from './run-report.ts';

type Input = ReportInput<Query<'getOfferAnalytics'>>;

/** The steps of an offer and the columns with their times. */
const steps = {
  created: 'offer.createdAt',
  published: 'offer.publishedAt',
  accepted: 'offer.acceptedAt',
  withdrawn: 'offerWithdrawal.withdrawnAt',
  declined: 'offer.declinedAt',
} as const;

type Step = keyof typeof steps;

const none: OfferSums = { count: 0, netSum: 0, grossSum: 0, averageNet: null, systemPowerKwpSum: 0 };

const placeOf = (step: Step, bucket: number) => `${step} ${bucket}`;

const maxReasons = limitOf('OfferFigures', 'declineReasons', 'maxItems');

/** The offers of a date range that the request selects, by one of their steps. */
function offersWith({ db, query, selects }: Input, { covers }: SpanSql, step: Step) {
  const { isIndicationPrice } = query;
  const offers = db
    .selectFrom('offer')
    .where(selects('offer'))
    .where(covers(steps[step]))
    .$if(step === 'accepted', (accepted) => accepted.where(notWithdrawn))
    .$if(step === 'withdrawn', (withdrawn) =>
      withdrawn.innerJoin('offerWithdrawal', 'offerWithdrawal.offerId', 'offer.id'),
    );
  return isIndicationPrice === undefined
    ? offers
    : // Offers of earlier versions can have null, which is no indication.
      offers.where(sql<boolean>`coalesce(offer.is_indication_price, false) = ${isIndicationPrice}`);
}

async function readSums(input: Input, span: SpanSql) {
  const { db, query } = input;
  const { groupBy = null } = query;
  const taking = (step: Step) =>
    offersWith(input, span, step)
      .$if(groupBy === 'source', (offers) =>
        offers.leftJoin('offerRequest', 'offerRequest.id', 'offer.offerRequestId'),
      )
      .select(({ fn }) => [
        sql<Step>`${sql.lit(step)}`.as('step'),
        span.periodOf(steps[step]).as('period'),
        keyOf('offer', groupBy).as('key'),
        fn.countAll<number>().as('count'),
        fn.sum<number>('netPrice').as('net'),
        fn.sum<number>('offerPrice').as('gross'),
        fn.sum<number>('systemPowerKwp').as('power'),
      ])
      .groupBy(['period', 'key']);
  const taken = taking('created')
    .unionAll(taking('published'))
    .unionAll(taking('accepted'))
    .unionAll(taking('withdrawn'))
    .unionAll(taking('declined'));
  const { columns, sets } = figureSets(groupBy, 'step');
  const rows = await db
    .selectFrom(taken.as('taken'))
    .select([
      ...columns,
      'step',
      sql<number>`sum(count)::integer`.as('count'),
      sql<number>`sum(net)`.as('netSum'),
      sql<number>`sum(gross)`.as('grossSum'),
      // PostgreSQL gives a quotient at least the scale of the dividend; with enough digits, only `round` rounds.
      sql<number>`round(sum(net)::numeric(40, 20) / sum(count), 2)`.as('averageNet'),
      sql<number>`sum(power)`.as('systemPowerKwpSum'),
    ])
    .groupBy(sets)
    .limit(maxRows)
    .execute();
  return groupedFigures(
    rows.map(({ bucket, isGroup, key, step, ...figures }) => ({
      isGroup,
      key,
      at: placeOf(step, bucket),
      figures,
    })),
  );
}

/** Reads the most frequent reasons of declined offers, by bucket. */
async function readDeclineReasons(input: Input, span: SpanSql): Promise<Map<number, DeclineReason[]>> {
  const { db } = input;
  const declined = offersWith(input, span, 'declined')
    .select(({ fn }) => [
      span.periodOf(steps.declined).as('period'),
      'declineReason as reason',
      fn.countAll<number>().as('count'),
    ])
    .groupBy(['period', 'declineReason']);
  const counted = db
    .selectFrom(declined.as('declined'))
    .select([
      bucket.as('bucket'),
      'reason',
      sql<number>`sum(count)::integer`.as('count'),
      sql<number>`row_number() over (
        partition by period order by sum(count) desc, reason collate "C" nulls last
      )`.as('place'),
    ])
    .groupBy(sql`grouping sets ((period, reason), (reason))`);
  const rows = await db
    .selectFrom(counted.as('counted'))
    .where('place', '<=', maxReasons)
    .select(['bucket', 'reason', 'count'])
    .orderBy('place')
    .execute();
  const ofBuckets = Map.groupBy(rows, ({ bucket }) => bucket);
  return new Map(
    [...ofBuckets].map(([bucket, reasons]) => [
      bucket,
      reasons.map(({ reason, count }) => ({ reason, count })),
    ]),
  );
}

export async function offerReport(input: Input): Promise<OfferAnalytics> {
  const { frame, query } = input;
  const { groupBy = null } = query;
  const spans = await readSpans(input, async (span) => ({
    ...(await readSums(input, span)),
    reasons: await readDeclineReasons(input, span),
  }));
  const groups = await readRecordGroups(input, groupBy, ofSpans(spans));
  const figures = mapSpans(spans, (span) => (bucket: number): OfferFigures => {
    const stepsIn = (sums: ReadonlyMap<string, OfferSums> | undefined) => {
      const at = (step: Step) => sums?.get(placeOf(step, bucket)) ?? none;
      return {
        created: at('created'),
        published: at('published'),
        accepted: at('accepted'),
        withdrawn: at('withdrawn'),
        declined: at('declined'),
      };
    };
    return {
      ...stepsIn(span.all),
      declineReasons: span.reasons.get(bucket) ?? [],
      groups: withGroupFigures(groups, (key) => stepsIn(span.groups.get(key))),
    };
  });
  return report(frame, figures, { groupBy });
}
