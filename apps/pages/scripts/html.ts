/** One folder of `src` each. */
export const pageNames = ['offer', 'booking', 'company', 'request'] as const;

export type PageName = (typeof pageNames)[number];

const titles = {
  offer: 'Angebot',
  booking: 'Termin',
  company: 'Termine',
  request: 'Angebot anfragen',
} as const satisfies Record<PageName, string>;

/** What a page says without scripts. The service replaces `{root}` by the way to its root, and `{token}` by that of the link. */
const withoutScripts = {
  offer: `<p>Diese Seite braucht JavaScript, das in Ihrem Browser ausgeschaltet ist. Sie können das Angebot auch so lesen:</p>
<p><a href="{root}/pages/v1/offers/{token}/document">Angebot als PDF</a></p>
<p lang="en">This page needs JavaScript. You can also read the <a href="{root}/pages/v1/offers/{token}/document">offer as PDF</a>.</p>`,
  booking: `<p>Diese Seite braucht JavaScript, das in Ihrem Browser ausgeschaltet ist. Ihr Termin steht auch in der E‑Mail, aus der Sie kommen, mit der Telefonnummer des Betriebs, und in dieser Datei:</p>
<p><a href="{root}/pages/v1/bookings/{token}/calendar">Termin für den Kalender</a></p>
<p lang="en">This page needs JavaScript. Your appointment is also in the e-mail with the link, with the company's phone number, and in a <a href="{root}/pages/v1/bookings/{token}/calendar">file for the calendar</a>.</p>`,
  request: `<p>Diese Seite braucht JavaScript, das in Ihrem Browser ausgeschaltet ist. Anfragen nimmt der Betrieb auch am Telefon und per E‑Mail an.</p>
<p lang="en">This page needs JavaScript. The company also takes requests by phone and e-mail.</p>`,
  company: `<p>Diese Seite braucht JavaScript, das in Ihrem Browser ausgeschaltet ist.</p>
<p lang="en">This page needs JavaScript.</p>`,
} as const satisfies Record<PageName, string>;

/** Returns the HTML of a page, which is the same for every link: what it shows is loaded by its script. */
export function htmlOf(
  name: PageName,
  { scripts, styles }: { scripts: readonly string[]; styles: readonly string[] },
): string {
  const [entry, ...imported] = scripts.map((file) => `{root}/pages/${file}`);
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<title>${titles[name]}</title>
<link rel="icon" href="data:,">
${styles.map((file) => `<link rel="stylesheet" href="{root}/pages/${file}">\n`).join('')}\
${imported.map((file) => `<link rel="modulepreload" href="${file}">\n`).join('')}\
<script type="module" src="${entry}"></script>
</head>
<body><div id="page"></div>
<noscript><main class="wrap page stack"><h1>${titles[name]}</h1>
${withoutScripts[name]}
</main></noscript>
</body>
</html>
`;
}
