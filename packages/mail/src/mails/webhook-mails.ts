import type { MailCompany } from '../company.ts';
import type { MailLanguage } from '../language.ts';
import { facts, paragraph, quote, type Template } from '../template/template.ts';
import { texts } from '../texts/texts.ts';
import { germanTime, wholeNumber } from '../texts/values.ts';

/** What mails say of an endpoint that receives no events. */
export interface FailingEndpoint {
  url: string;
  consecutiveFailures: number;
  /** Number of consecutive failures that disables an endpoint. */
  maxConsecutiveFailures: number;
  failingSince: string;
  /** When the next attempt can be made. Null: not before the endpoint is enabled again. */
  pausedUntil: string | null;
  /** The error of the last attempt, as a code and in words for developers. */
  errorCode: string | null;
  errorText: string | null;
  waiting: number;
  /** Whether more events wait than were counted. */
  isMoreWaiting: boolean;
  retentionDays: number;
  /** Enables the endpoint again. */
  command: string;
}

/** The team is written to in German. */
const team: MailLanguage = 'de';

const hostOf = (url: string) => URL.parse(url)?.host ?? url;

/** Tells the company that an endpoint receives no events, or was disabled for that. */
export function failingEndpointMail(endpoint: FailingEndpoint, company: MailCompany): Template {
  const { url, pausedUntil, errorCode, consecutiveFailures, retentionDays, waiting } = endpoint;
  const text = texts[team];
  const errors: Partial<Record<string, string>> = text.endpointErrors;
  const isDisabled = pausedUntil === null;
  const { subject, sentence, remedy } = text.endpoint[isDisabled ? 'disabled' : 'failing'];
  const next = isDisabled ? '' : germanTime(pausedUntil, team);
  const count = wholeNumber(waiting, team);
  return {
    language: team,
    subject: subject(hostOf(url)),
    blocks: [
      paragraph(text.hello('')),
      paragraph(sentence({ ...endpoint, next })),
      facts([
        [text.endpointUrl, url],
        [text.failingSince, germanTime(endpoint.failingSince, team)],
        [text.failedInARow, String(consecutiveFailures)],
        [text.lastError, errorCode === null ? null : (errors[errorCode] ?? errorCode)],
        [text.technicalError, endpoint.errorText],
        [text.waitingEvents, endpoint.isMoreWaiting ? text.orMore(count) : count],
      ]),
      paragraph(remedy(retentionDays)),
      ...(isDisabled ? [quote(endpoint.command)] : []),
      paragraph(text.automatic),
    ],
    imprint: [company.name],
  };
}
