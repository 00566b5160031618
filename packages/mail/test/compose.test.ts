import { expect, test } from 'vitest';
import {
  composeMail,
  facts,
  link,
  MailError,
  mailAddress,
  mailLanguage,
  paragraph,
  quote,
  type Template,
} from '../src/index.ts';
import { html } from '../src/template/html.ts';
import { de } from '../src/texts/de.ts';
import { en } from '../src/texts/en.ts';
import { euros, germanDeadline, germanPeriod, germanTime } from '../src/texts/values.ts';

const template: Template = {
  language: 'de',
  subject: 'Ihr Termin',
  blocks: [
    paragraph('Guten Tag <Maria> & "Jörg",'),
    facts([
      ['Ort', "Haus 'Sonne'"],
      ['Hinweis', null],
    ]),
    quote('erste Zeile\n<b>zweite</b>'),
    link('Termin ansehen', 'https://pv.example/b/1?a=1&b="2"'),
  ],
  imprint: ['Dachwerk GmbH, Musterstadt'],
};
const parties = {
  from: 'Dachwerk GmbH',
  to: { address: 'maria@example.com', name: 'Maria Schneider' },
  replyTo: null,
};

test('text and HTML have the same content, and HTML escapes texts of others', () => {
  const mail = composeMail(template, parties);
  expect(mail.text).toBe(
    [
      'Guten Tag <Maria> & "Jörg",',
      "Ort: Haus 'Sonne'",
      '> erste Zeile\n> <b>zweite</b>',
      'Termin ansehen:\nhttps://pv.example/b/1?a=1&b="2"',
      '-- \nDachwerk GmbH, Musterstadt\n',
    ].join('\n\n'),
  );
  expect(mail.html).toContain('Guten Tag &lt;Maria&gt; &amp; &quot;Jörg&quot;,');
  expect(mail.html).toContain('Haus &#39;Sonne&#39;');
  expect(mail.html).toContain('erste Zeile<br>&lt;b&gt;zweite&lt;/b&gt;');
  expect(mail.html).toContain('href="https://pv.example/b/1?a=1&amp;b=&quot;2&quot;"');
  expect(mail.html).not.toMatch(/<b>|Hinweis|undefined/);
});

test('the template tag escapes texts and keeps markup', () => {
  const text = '"><script>';
  expect(html`<p title="${text}">${html`<i>${text}</i>`}${[html`a`, html`b`]}</p>`.toString()).toBe(
    '<p title="&quot;&gt;&lt;script&gt;"><i>&quot;&gt;&lt;script&gt;</i>ab</p>',
  );
});

test.each(['javascript:alert(1)', 'data:text/html,x', '//x.example', 'https://x.example/ y'])(
  'a link to %s is rejected',
  (url) => {
    expect(() => link('Ansehen', url)).toThrow(MailError);
  },
);

test.each([
  'maria@example.com\r\nBcc: evil@example.org',
  'maria@example.com\nevil',
  'maria@example.com, evil@example.org',
  '"Maria" <maria@example.com>',
  '<maria@example.com>',
  'maria@example.com;evil@example.org',
  'team: maria@example.com;',
  'maria@evil@example.com',
  'maria',
  '@example.com',
  'maria@',
  'maria..x@example.com',
  `${'m'.repeat(65)}@example.com`,
  `maria@${'e'.repeat(250)}.com`,
  '',
])('the address %j is refused', (address) => {
  expect(() => mailAddress(address)).toThrow(new MailError('The address is not an e-mail address.'));
  expect(() => composeMail(template, { ...parties, to: { address, name: '' } })).toThrow(MailError);
  expect(() => composeMail(template, { ...parties, replyTo: { address, name: '' } })).toThrow(MailError);
});

test.each(['maria@example.com', "o'neill+pv@mail.example", 'a_b-c.d@localhost'])(
  'the address %s is accepted',
  (address) => {
    expect(mailAddress(address)).toEqual({ name: '', address });
  },
);

test('a domain with umlauts is in Punycode, and non-ASCII characters before the @ are rejected', () => {
  expect(mailAddress('erika@Müller-Solar.de').address).toBe('erika@xn--mller-solar-thb.de');
  expect(mailAddress('erika@xn--mller-solar-thb.de').address).toBe('erika@xn--mller-solar-thb.de');
  expect(() => mailAddress('jörg@müller.example')).toThrow(MailError);
});

test.each(['a\r\nBcc: evil@example.org', 'a\nb', 'a\rb', 'a\u0000b', 'a\u0085b'])(
  'a name or subject of %j is rejected',
  (line) => {
    expect(() => composeMail(template, { ...parties, from: line })).toThrow(MailError);
    expect(() => composeMail(template, { ...parties, to: { ...parties.to, name: line } })).toThrow(MailError);
    expect(() => composeMail({ ...template, subject: line }, parties)).toThrow(MailError);
  },
);

test('separators of lines in a name or subject become spaces', () => {
  const subject = 'Ihr\u2028Termin';
  const to = { ...parties.to, name: 'Maria\u2029Schneider' };
  expect(composeMail({ ...template, subject }, { ...parties, to })).toMatchObject({
    subject: 'Ihr Termin',
    to: { name: 'Maria Schneider' },
  });
});

test('a name or subject is displayed as written: no encoded words, and no reversed text', () => {
  const line = '=?utf-8?B?Qm9zcw==?= \u202eretsuM';
  const shown = '= ?utf-8?B?Qm9zcw== ?= retsuM';
  const parts = { ...parties, from: line, to: { ...parties.to, name: line } };
  expect(composeMail({ ...template, subject: line }, parts)).toMatchObject({
    ...{ from: shown, subject: shown },
    to: { name: shown },
  });
});

test('mails are in the first supported language, otherwise in German', () => {
  expect(mailLanguage()).toBe('de');
  expect(mailLanguage('fr', null)).toBe('de');
  expect(mailLanguage(undefined, 'en')).toBe('en');
  expect(mailLanguage('de', 'en')).toBe('de');
});

test('no text is missing in a language', () => {
  expect(Object.keys(en)).toEqual(Object.keys(de));
});

test('times are those in Germany, with the name of the zone', () => {
  expect(germanTime('2027-03-28T07:05:00.000Z', 'de')).toBe('Sonntag, 28. März 2027, 09:05 Uhr (MESZ)');
  expect(germanTime('2026-11-22T23:30:00.000Z', 'de')).toBe('Montag, 23. November 2026, 00:30 Uhr (MEZ)');
  expect(germanPeriod('2027-03-28T07:05:00.000Z', 90, 'de')).toBe(
    'Sonntag, 28. März 2027, 09:05–10:35 Uhr (MESZ)',
  );
  expect(germanPeriod('2026-11-22T22:30:00.000Z', 60, 'en')).toBe(
    'Sunday, 22 November 2026, 23:30 (CET) – Monday, 23 November 2026, 00:30 (CET)',
  );
  expect(germanPeriod('2026-10-25T00:30:00.000Z', 60, 'de')).toBe(
    'Sonntag, 25. Oktober 2026, 02:30 Uhr (MESZ) – 02:30 Uhr (MEZ)',
  );
  expect(germanPeriod('2026-03-29T00:30:00.000Z', 60, 'en')).toBe(
    'Sunday, 29 March 2026, 01:30 (CET) – 03:30 (CEST)',
  );
  expect(germanTime('2027-03-28T07:05:00.000Z', 'en')).toBe('Sunday, 28 March 2027, 09:05 (CEST)');
  expect(euros(1234.5, 'de')).toBe('1.234,50\u00a0€');
});

test('a deadline at midnight ends the day before, also when summer time begins or ends', () => {
  expect(germanDeadline('2026-04-06T22:00:00.000Z', 'de')).toBe('Montag, 6. April 2026, 24:00 Uhr (MESZ)');
  expect(germanDeadline('2026-04-06T22:00:00.000Z', 'en')).toBe('the end of Monday, 6 April 2026 (midnight)');
  expect(germanDeadline('2027-03-28T22:00:00.000Z', 'de')).toBe('Sonntag, 28. März 2027, 24:00 Uhr (MESZ)');
  expect(germanDeadline('2027-03-28T21:59:00.000Z', 'de')).toBe('Sonntag, 28. März 2027, 23:59 Uhr (MESZ)');
});
