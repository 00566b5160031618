const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Maximum length. A constraint of the table repeats it. */
const maxLength = 50;

/** Derives the name of a company in addresses from its name. */
export function slugOf(name: string): string {
  const ascii = name.toLowerCase().replaceAll(/[äöüß]/g, (letter) => umlauts[letter] ?? '');
  const hyphenated = ascii.replaceAll(/[^a-z0-9]+/g, '-').slice(0, maxLength);
  return hyphenated.replaceAll(/^-|-$/g, '') || 'company';
}
