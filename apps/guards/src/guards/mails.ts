import type { Guard } from '../guard.ts';

const mail = 'packages/mail/src';
const mailTests = 'packages/mail/test';
const queue = 'apps/api/src/leased-queue/queue-rows.ts';
const queueTests = 'mails/queue';

export const mailGuards: readonly Guard[] = [
  {
    name: 'texts in the HTML of a mail are escaped',
    file: `${mail}/template/html.ts`,
    find: "if (typeof value === 'string') return escaped(value);",
    replace: "if (typeof value === 'string') return value;",
    tests: [`${mailTests}/compose`],
  },
  {
    name: 'names and subjects of mails contain no line breaks',
    file: `${mail}/line.ts`,
    find: 'if (lineBreaks.test(text))',
    replace: 'if (false)',
    tests: [`${mailTests}/compose`],
  },
  {
    name: 'an address of a mail is one address',
    file: `${mail}/address.ts`,
    find: '!pattern.test(address) || ',
    replace: '',
    tests: [`${mailTests}/compose`],
  },
  {
    name: 'mails are not sent unencrypted to other hosts',
    file: `${mail}/smtp/mailer.ts`,
    find: "requireTLS: security === 'starttls'",
    replace: 'requireTLS: false',
    tests: [`${mailTests}/send`],
  },
  {
    name: 'a mail cannot contain files of the server',
    file: `${mail}/smtp/mailer.ts`,
    find: 'disableFileAccess: true',
    replace: 'disableFileAccess: false',
    tests: [`${mailTests}/send`],
  },
  {
    name: 'attempts to send a mail have the same Message-ID',
    file: `${mail}/smtp/mailer.ts`,
    find: /messageId: .*/,
    replace: '',
    tests: [`${mailTests}/send`],
  },
  {
    name: 'rows of a queue are free when the process that works on them has died',
    file: queue,
    find: "eb('leasedBy', '>', 0)",
    replace: "eb('leasedBy', '<', 0)",
    tests: ['processes/killed-mail-dispatch'],
  },
  {
    name: 'a queue records an outcome only under its lease',
    file: queue,
    find: ".where('leaseToken', '=', leaseToken)",
    replace: '',
    tests: [queueTests],
  },
  {
    name: 'a queue processes the rows of a lane one by one',
    file: queue,
    find: ".whereRef('earlier.lane', '=', 'mail.lane')",
    replace: ".where('earlier.lane', '=', '')",
    tests: [queueTests],
  },
  {
    name: 'a mail is queued once',
    file: 'apps/api/src/mails/queue-mail.ts',
    find: "dedupeKey: [kind, about, ...(occasion === undefined ? [] : [occasion])].join(':')",
    replace: 'dedupeKey: id',
    tests: [queueTests],
  },
  {
    name: 'a stored mail can be decrypted only in its row',
    file: 'apps/api/src/mails/mail-contents.ts',
    find: /=> `mail .*`/,
    replace: "=> 'mail' + (companyId && id && '')",
    tests: ['mails/offer-mails'],
  },
];
