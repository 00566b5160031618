import { withinCompany } from '@pv-planning/database';
import { failingEndpointMail } from '@pv-planning/mail';
import { defaultRules, maxWaitingCounted, type OnNotice } from '@pv-planning/webhook-delivery';
import type { MailContents } from '../../kernel/mails/mail-contents.ts';
import { mailQueue } from '../../kernel/mails/queue-mail.ts';
import type { Clock } from '../../kernel/records/change-time.ts';
import { readCompanyPresentation } from '../company-records.ts';
import { teamMailbox } from '../team-mailbox.ts';

interface NoticeMailParts {
  contents: MailContents;
  /** The address from which mails are sent. */
  sender: string | undefined;
  clock: Clock;
}

/** Tells companies that one of their endpoints receives no events, or was disabled for that. */
export function noticeMails({ contents, sender, clock }: NoticeMailParts): OnNotice {
  return async ({ companyId, id, endpointId, kind, ...notice }, transaction) => {
    const db = withinCompany(transaction, companyId);
    const company = await readCompanyPresentation(db);
    const { maxConsecutiveFailures, retentionDays } = defaultRules;
    const endpoint = {
      ...{ ...notice, maxConsecutiveFailures, retentionDays },
      isMoreWaiting: notice.waiting >= maxWaitingCounted,
      command: `npm run admin -- webhook enable ${endpointId}`,
    };
    const mail = {
      kind: `webhook-${kind}`,
      record: { webhookEndpointId: endpointId },
      occasion: id,
      to: await teamMailbox(db, null, company),
      company,
      template: failingEndpointMail(endpoint, company),
    } as const;
    await mailQueue(db, { companyId, contents, sender })([mail], await clock(db));
  };
}
