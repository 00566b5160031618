import type { OfferAnalytics, OfferFigures } from '@pv-planning/contract';
import { sql } from 'kysely';
import { report } from './report.ts';
import { bucket } from './report-sql.ts';
import type { ReportInput } from './run-report.ts';

/** The steps of an offer and the columns with their times. */
const steps = {
  created: 'offer.createdAt',
  published: 'offer.publishedAt',
  accepted: 'offer.acceptedAt',
  declined: 'offer.declinedAt',
} as const;

type Step = keyof typeof steps;

const none = { count: 0, netSum: 0, grossSum: 0, averageNet: null, systemPowerKwpSum: 0 };

export async function offerReport(input: ReportInput): Promise<OfferAnalytics> {
  const { db, frame, selects, covers, periodOf, span } = input;
  const taking = (step: Step) =>
    db
      .selectFrom('offer')
      .where(selects('offer'))
      .where(covers(steps[step]))
      .select(({ fn }) => [
        sql<Step>`${sql.lit(step)}`.as('step'),
        periodOf(steps[step]).as('period'),
        fn.countAll<number>().as('count'),
        fn.sum<number>('netPrice').as('net'),
        fn.sum<number>('offerPrice').as('gross'),
        fn.sum<number>('systemPowerKwp').as('power'),
      ])
      .groupBy('period');
  const taken = taking('created')
    .unionAll(taking('published'))
    .unionAll(taking('accepted'))
    .unionAll(taking('declined'));
  const rows = await db
    .selectFrom(db.selectFrom(taken.as('taken')).selectAll().select(span.as('span')).as('taken'))
    .select([
      'step',
      bucket.as('bucket'),
      sql<number>`sum(count)::integer`.as('count'),
      sql<number>`sum(net)`.as('netSum'),
      sql<number>`sum(gross)`.as('grossSum'),
      // PostgreSQL gives a quotient at least the scale of the dividend; with enough digits, only `round` rounds.
      sql<number>`round(sum(net)::numeric(40, 20) / sum(count), 2)`.as('averageNet'),
      sql<number>`sum(power)`.as('systemPowerKwpSum'),
    ])
    .groupBy(sql`grouping sets ((step, period), (step, span))`)
    .execute();
  const figures = new Map(rows.map(({ step, bucket, ...sums }) => [`${step} ${bucket}`, sums]));
  return report(frame, (bucket): OfferFigures => {
    const at = (step: Step) => figures.get(`${step} ${bucket}`) ?? none;
    return {
      created: at('created'),
      published: at('published'),
      accepted: at('accepted'),
      declined: at('declined'),
    };
  });
}
