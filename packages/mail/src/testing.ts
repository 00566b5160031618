import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ICAL from 'ical.js';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** The response of the server to a mail. `drop` closes the connection after receiving the whole mail, `hold` never responds. */
export type SmtpOutcome = 'accept' | 'drop' | 'hold' | { rcpt: number } | { data: number };

export interface ReceivedMail {
  envelope: { from: string; to: string[] };
  /** As sent. */
  source: string;
  parsed: Email;
}

export interface TestSmtpServer {
  url: string;
  port: number;
  /** The mails received in full, including those not accepted. */
  mails: ReceivedMail[];
  /** Maximum number of concurrent mails so far. */
  concurrent(): number;
  /** Sets what happens to the next mails. The last one repeats. Default: `accept`. */
  answer(...outcomes: SmtpOutcome[]): void;
  close(): Promise<void>;
}

interface TestSmtpOptions {
  /** Offers STARTTLS with this certificate. */
  certificate?: { key: string; cert: string };
  login?: { user: string; pass: string };
}

const refusal = (responseCode: number) =>
  Object.assign(new Error(`Refused with ${responseCode}`), { responseCode });

/** Starts an SMTP server for tests on a free loopback port. */
export async function startTestSmtpServer({
  certificate,
  login,
}: TestSmtpOptions = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  let outcomes: SmtpOutcome[] = ['accept'];
  let [active, concurrent] = [0, 0];
  const outcome = () => (outcomes.length > 1 ? outcomes.shift() : outcomes[0]) ?? 'accept';
  const server = new SMTPServer({
    ...(certificate ?? { disabledCommands: ['STARTTLS'] }),
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth({ username, password }, _session, callback) {
      const isKnown = username === login?.user && password === login?.pass;
      callback(isKnown ? null : new Error('Wrong login'), { user: username });
    },
    onRcptTo(_address, _session, callback) {
      const [next] = outcomes;
      if (typeof next !== 'object' || !('rcpt' in next)) return callback();
      outcome();
      callback(refusal(next.rcpt));
    },
    onData(stream, session, callback) {
      active += 1;
      concurrent = Math.max(concurrent, active);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const source = Buffer.concat(chunks).toString();
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        const to = rcptTo.map(({ address }) => address);
        mails.push({ envelope: { from, to }, source, parsed: await PostalMime.parse(source) });
        active -= 1;
        const next = outcome();
        if (next === 'drop') {
          for (const connection of server.connections) connection.close();
        } else if (next !== 'hold')
          callback(typeof next === 'object' && 'data' in next ? refusal(next.data) : null);
      });
    },
  });
  // Ignores clients that disconnect without notice.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    concurrent: () => concurrent,
    answer(...next) {
      outcomes = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A calendar part, parsed by a different library than the one that wrote it. */
export interface ReceivedEvent {
  method: string;
  uid: string;
  sequence: number;
  status: string;
  startsAt: string;
  endsAt: string;
  summary: string;
  location: string | null;
  organizer: string;
  attendee: string;
  isAccepted: boolean;
  description: string | null;
  url: string | null;
}

/** Returns the appointment in a mail; undefined if it has none. */
export function receivedEvent({ parsed }: Pick<ReceivedMail, 'parsed'>): ReceivedEvent | undefined {
  const part = parsed.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  if (!part) return undefined;
  const { content } = part;
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const root = new ICAL.Component(ICAL.parse(text));
  const component = root.getFirstSubcomponent('vevent');
  if (!component) throw new Error('The calendar has no event.');
  const event = new ICAL.Event(component);
  return {
    method: String(root.getFirstPropertyValue('method')),
    uid: event.uid,
    sequence: event.sequence,
    status: String(component.getFirstPropertyValue('status')),
    startsAt: event.startDate.toJSDate().toISOString(),
    endsAt: event.endDate.toJSDate().toISOString(),
    summary: event.summary,
    location: event.location || null,
    organizer: event.organizer,
    attendee: String(component.getFirstPropertyValue('attendee')).replace(/^mailto:/i, ''),
    isAccepted: component.getFirstProperty('attendee')?.getParameter('partstat') === 'ACCEPTED',
    description: event.description || null,
    url: (component.getFirstPropertyValue('url') as string | null) || null,
  };
}
