import { once } from 'node:events';
import { createServer } from 'node:net';
import ICAL from 'ical.js';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import {
  calendarPart,
  composeMail,
  createMailer,
  mailAddress,
  paragraph,
  parseSmtpUrl,
  SendError,
  type SmtpServer,
} from '../src/index.ts';
import { type SmtpOutcome, startTestSmtpServer } from '../src/testing.ts';

const from = mailAddress('noreply@pv.example');
const identity = { id: '0198f2a4-0000-7c3b-9a50-000000000000', createdAt: '2026-11-23T09:15:30.000Z' };
const customer = { address: 'maria@example.com', name: 'Maria "Mia" Schneider' };

const appointment = {
  id: '0198f2a4-1111-7c3b-9a50-000000000000',
  sequence: 2,
  isCancelled: false,
  startsAt: '2027-03-29T07:00:00.000Z',
  endsAt: '2027-03-29T08:00:00.000Z',
  summary: 'Vor-Ort-Termin; Dach, Keller',
  location: 'Am Markt 3, 99734 Nordhausen',
  stampedAt: '2026-11-23T09:15:30.000Z',
  organizer: mailAddress('info@dachwerk.example', 'Dachwerk GmbH'),
  attendee: mailAddress(customer.address, customer.name),
};

const mail = composeMail(
  {
    language: 'de',
    subject: 'Ihr Termin für die Dachprüfung',
    blocks: [paragraph('Guten Tag, Jörg')],
    imprint: [],
  },
  {
    from: 'Dachwerk "Süd" GmbH',
    to: customer,
    replyTo: { address: 'info@dachwerk.example', name: 'Dachwerk GmbH' },
  },
  calendarPart(appointment),
);

async function startServer(options: Parameters<typeof startTestSmtpServer>[0] = {}) {
  const server = await startTestSmtpServer(options);
  onTestFinished(() => server.close());
  return server;
}

function mailerFor(url: string, changes: Partial<SmtpServer> = {}, trusted?: string) {
  const parsed = parseSmtpUrl(url);
  if (!parsed) throw new Error(`${url} is no URL of a server`);
  const mailer = createMailer({
    server: { ...parsed, ...changes },
    from,
    ...(trusted !== undefined && { trusted }),
  });
  onTestFinished(() => mailer.close());
  return mailer;
}

test('a mail arrives as composed, with its headers', async () => {
  const server = await startServer();
  await mailerFor(server.url).send(mail, identity);
  const [{ envelope, parsed } = expect.fail()] = server.mails;
  expect(envelope).toEqual({ from: from.address, to: [customer.address] });
  expect(parsed).toMatchObject({
    from: { name: 'Dachwerk "Süd" GmbH', address: from.address },
    to: [customer],
    replyTo: [{ name: 'Dachwerk GmbH', address: 'info@dachwerk.example' }],
    subject: 'Ihr Termin für die Dachprüfung',
    messageId: `<${identity.id}@pv.example>`,
    date: identity.createdAt,
  });
  expect(parsed.text?.trim()).toBe('Guten Tag, Jörg');
  expect(parsed.html).toContain('Guten Tag, Jörg');
  expect(parsed.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

test('a file arrives with its name and its text', async () => {
  const server = await startServer();
  const file = { filename: 'Hinweise.txt', content: 'Für Sie:\n\nÜber 14 Tage – „Frist“\n' };
  await mailerFor(server.url).send({ ...mail, files: [file] }, identity);
  const { attachments } = server.mails[0]?.parsed ?? expect.fail();
  const part = attachments.find(({ filename }) => filename === file.filename) ?? expect.fail();
  expect(part).toMatchObject({ mimeType: 'text/plain', disposition: 'attachment' });
  const { content } = part;
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  expect(text.replaceAll('\r\n', '\n')).toBe(file.content);
});

test.each([
  [false, 'REQUEST', 'CONFIRMED'],
  [true, 'CANCEL', 'CANCELLED'],
] as const)(
  'the calendar part of a mail can be read (cancelled: %s)',
  async (isCancelled, method, status) => {
    const server = await startServer();
    const calendar = calendarPart({ ...appointment, isCancelled });
    await mailerFor(server.url).send({ ...mail, calendar }, identity);
    const { source, parsed } = server.mails[0] ?? expect.fail();
    expect(source).toMatch(
      new RegExp(`^Content-Type: text/calendar; charset=utf-8;\\s+method=${method}`, 'm'),
    );
    const part = parsed.attachments.find(({ filename }) => filename === 'termin.ics');
    const content = part?.content;
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
    expect(text.trim().replaceAll('\r\n', '\n')).toBe(calendar.content.replaceAll('\r\n', '\n'));
    const root = new ICAL.Component(ICAL.parse(text));
    expect(root.getFirstPropertyValue('method')).toBe(method);
    const component = root.getFirstSubcomponent('vevent') ?? expect.fail();
    const event = new ICAL.Event(component);
    expect(event.uid).toBe(`${appointment.id}@pv-planning`);
    expect(event.sequence).toBe(2);
    expect([event.startDate.toString(), event.endDate.toString()]).toEqual([
      '2027-03-29T07:00:00Z',
      '2027-03-29T08:00:00Z',
    ]);
    expect([event.summary, event.location]).toEqual([appointment.summary, appointment.location]);
    expect(event.organizer).toBe('mailto:info@dachwerk.example');
    expect(component.getFirstPropertyValue('status')).toBe(status);
    expect(component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-23T09:15:30Z');
  },
);

test.each<[SmtpOutcome, boolean]>([
  [{ rcpt: 450 }, false],
  [{ rcpt: 550 }, true],
  [{ data: 451 }, false],
  [{ data: 554 }, true],
  ['drop', false],
])('after %j, the mail is refused for good: %s', async (outcome, isFinal) => {
  const server = await startServer();
  server.answer(outcome);
  const error = await mailerFor(server.url)
    .send(mail, identity)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SendError);
  expect(error).toMatchObject({ isFinal });
});

test('a server that is unreachable, disconnects or rejects the login can be tried again', async () => {
  const silent = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const hangsUp = await mailerFor(`smtp://127.0.0.1:${port}`)
    .send(mail, identity)
    .catch((error) => error);
  expect(hangsUp).toMatchObject({ name: 'SendError', isFinal: false });
  silent.close();
  await once(silent, 'close');
  const gone = await mailerFor(`smtp://127.0.0.1:${port}`)
    .send(mail, identity)
    .catch((error) => error);
  expect(gone).toMatchObject({ name: 'SendError', isFinal: false });
  const server = await startServer({ login: { user: 'pv', pass: 'right' } });
  const url = `smtp://pv:wrong@127.0.0.1:${server.port}`;
  const refused = await mailerFor(url)
    .send(mail, identity)
    .catch((error) => error);
  expect(refused).toMatchObject({ name: 'SendError', isFinal: false });
  expect(refused.message).toContain('EAUTH');
  expect(refused.message).not.toContain('wrong');
});

test('logs in with the user and password of the URL', async () => {
  const server = await startServer({ login: { user: 'pv@example.com', pass: 'p:@ss' } });
  await mailerFor(`smtp://pv%40example.com:p%3A%40ss@127.0.0.1:${server.port}`).send(mail, identity);
  expect(server.mails).toHaveLength(1);
});

test('sends nothing unencrypted to another host, and nothing to a host with an unknown certificate', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  const security = parseSmtpUrl('smtp://mail.example')?.security ?? expect.fail();
  expect(security).toBe('starttls');
  const plain = await startServer();
  const unencrypted = await mailerFor(plain.url, { security })
    .send(mail, identity)
    .catch((error) => error);
  expect(unencrypted).toMatchObject({ name: 'SendError', isFinal: false });
  expect(plain.mails).toEqual([]);

  const secured = await startServer({ certificate: { key, cert } });
  const host = 'localhost';
  const unknown = await mailerFor(secured.url, { host, security })
    .send(mail, identity)
    .catch((error) => error);
  expect(unknown).toMatchObject({ name: 'SendError', isFinal: false });
  expect(secured.mails).toEqual([]);
  await mailerFor(secured.url, { host, security }, cert).send(mail, identity);
  expect(secured.mails).toHaveLength(1);
});

test('contents are texts: paths and URLs are not loaded', async () => {
  const server = await startServer();
  const harmful = { path: '/etc/hostname' } as unknown as string;
  const refused = mailerFor(server.url).send({ ...mail, text: harmful }, identity);
  await expect(refused).rejects.toThrow('File access rejected');
  expect(server.mails).toEqual([]);
});

test('sends many mails over few connections', async () => {
  const server = await startServer();
  const mailer = mailerFor(server.url);
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => mailer.send(mail, { ...identity, id: `mail-${index}` })),
  );
  expect(new Set(server.mails.map(({ parsed }) => parsed.messageId)).size).toBe(40);
  expect(server.concurrent()).toBeLessThanOrEqual(5);
});

test.each<[string, SmtpServer | undefined]>([
  ['smtp://mail.example', { host: 'mail.example', port: 587, security: 'starttls', login: undefined }],
  [
    'smtps://u:p@mail.example',
    { host: 'mail.example', port: 465, security: 'tls', login: { user: 'u', pass: 'p' } },
  ],
  ['smtp://localhost:1025/', { host: 'localhost', port: 1025, security: 'none', login: undefined }],
  ['smtp://[::1]:25', { host: '::1', port: 25, security: 'none', login: undefined }],
  ['smtp://mail.example?tls.rejectUnauthorized=false', undefined],
  ['smtp://mail.example/path', undefined],
  ['smtp://', undefined],
  ['https://mail.example', undefined],
  ['mail.example:25', undefined],
  ['smtp://%zz@mail.example', undefined],
])('%s is understood as a server', (url, server) => {
  expect(parseSmtpUrl(url)).toEqual(server);
});
