import type { BackgroundTask } from '../../kernel/background-task.ts';
import { undeliveredMails } from '../../kernel/mails/undelivered-mails.ts';
import { readHeader } from '../../sales/offers/records/offer-records.ts';
import { mailUndelivered } from './offer-mails.ts';

const watched = {
  record: 'offerId',
  kinds: ['acceptance-confirmed', 'withdrawal-received'],
  report: 'offer-undelivered',
} as const;

/** Tells the team which mails about offers could not be delivered, so that somebody confirms in another way. */
export const reportUndeliveredOffers: BackgroundTask = {
  name: 'report-undelivered-offer-mails',
  everyMs: 300_000,
  async run(context) {
    const { mails, isMore } = await undeliveredMails(context.db, watched, await context.now());
    for (const mail of mails)
      await mailUndelivered(context, await readHeader(context.db, mail.recordId), mail);
    return isMore;
  },
};
