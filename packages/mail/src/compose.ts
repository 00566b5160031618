import { type MailAddress, mailAddress } from './address.ts';
import type { CalendarPart } from './calendar.ts';
import { requireLine } from './line.ts';
import { renderHtml } from './template/render-html.ts';
import { renderText } from './template/render-text.ts';
import type { Template } from './template/template.ts';
import { typeset } from './template/typeset.ts';

/** A text that the recipient can keep as a file. */
export interface TextFile {
  filename: string;
  content: string;
}

/** A mail ready to be sent, serializable as JSON. */
export interface Mail {
  /** Name of the sender, whose address is a setting. */
  from: string;
  to: MailAddress;
  replyTo: MailAddress | null;
  subject: string;
  text: string;
  html: string;
  calendar: CalendarPart | null;
  /** Absent in mails stored by earlier versions. */
  files?: readonly TextFile[];
}

/** Sender and recipient of a mail. */
export interface MailParties {
  from: string;
  to: { address: string; name: string };
  replyTo: { address: string; name: string } | null;
}

/** Renders a mail. @throws {MailError} for an invalid address, and for line breaks in a name or the subject */
export function composeMail(
  { blocks, ...template }: Template,
  { from, to, replyTo }: MailParties,
  calendar: CalendarPart | null = null,
  files: readonly TextFile[] = [],
): Mail {
  const set = { ...template, blocks: typeset(blocks) };
  return {
    from: requireLine('The name of the sender', from),
    to: mailAddress(to.address, to.name),
    replyTo: replyTo && mailAddress(replyTo.address, replyTo.name),
    subject: requireLine('The subject', template.subject),
    text: renderText(set),
    html: renderHtml(set),
    calendar,
    files,
  };
}
