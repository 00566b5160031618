import type { MailCompany } from '../company.ts';
import { facts, paragraph, quote, type Template } from '../template/template.ts';
import { team, teamLanguage } from '../texts/team.ts';
import { texts } from '../texts/texts.ts';
import { germanTime, wholeNumber } from '../texts/values.ts';

/** The data of a failing endpoint in mails. */
export interface FailingEndpoint {
  url: string;
  consecutiveFailures: number;
  /** Number of consecutive failures that disables an endpoint. */
  maxConsecutiveFailures: number;
  failingSince: string;
  /** Time of the next possible attempt. Null: not before the endpoint is enabled again. */
  pausedUntil: string | null;
  /** The error of the last attempt, as a code and in words for developers. */
  errorCode: string | null;
  errorText: string | null;
  waiting: number;
  /** Whether the count of waiting events is incomplete. */
  isMoreWaiting: boolean;
  retentionDays: number;
  /** Enables the endpoint again. */
  command: string;
}

const hostOf = (url: string) => URL.parse(url)?.host ?? url;

/** Tells the company that an endpoint fails repeatedly or was disabled for it. */
export function failingEndpointMail(endpoint: FailingEndpoint, company: MailCompany): Template {
  const { url, pausedUntil, errorCode, consecutiveFailures, retentionDays, waiting } = endpoint;
  const errors: Partial<Record<string, string>> = team.endpointErrors;
  const isDisabled = pausedUntil === null;
  const { subject, sentence, remedy } = team.endpoint[isDisabled ? 'disabled' : 'failing'];
  const next = isDisabled ? '' : germanTime(pausedUntil, teamLanguage);
  const count = wholeNumber(waiting, teamLanguage);
  return {
    language: teamLanguage,
    subject: subject(hostOf(url)),
    blocks: [
      paragraph(texts[teamLanguage].hello('')),
      paragraph(sentence({ ...endpoint, next })),
      facts([
        [team.endpointUrl, url, 'typed'],
        [team.failingSince, germanTime(endpoint.failingSince, teamLanguage)],
        [team.failedInARow, String(consecutiveFailures)],
        [team.lastError, errorCode === null ? null : (errors[errorCode] ?? errorCode)],
        [team.technicalError, endpoint.errorText, 'typed'],
        [team.waitingEvents, endpoint.isMoreWaiting ? team.orMore(count) : count],
      ]),
      paragraph(remedy(retentionDays)),
      ...(isDisabled ? [quote(endpoint.command)] : []),
      paragraph(team.automatic),
    ],
    imprint: [company.name],
  };
}
