import type { MissingFormField } from '@pv-planning/contract';
import { type PrintedOffer, unprintableTexts } from '@pv-planning/documents';
import { limitOf } from '../../kernel/contract/contract-document.ts';

type Terms = PrintedOffer['terms'];

/** German names of the parts of a letter. */
const labels: Partial<Record<keyof Terms, string>> = {
  name: 'Betreff',
  company: 'Unternehmen',
  contact: 'Kontakt',
  customer: 'Kunde',
  installationAddress: 'Anlagenstandort',
  introText: 'Einleitung',
  closingText: 'Schlusstext',
  consumerTexts: 'Texte für Verbraucher',
  groups: 'Positionen',
  yieldSource: 'Quelle der Prognose',
  roofs: 'Dächer',
};

interface Text {
  path: string;
  text: string;
}

/** Returns all texts in a value, with their places as JSON Pointers. */
function textsIn(value: unknown, path: string): Text[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, `${path}/${key}`));
}

const maxMissing = limitOf('OfferDocument', 'missingFields', 'maxItems');

/** Reports the texts of a letter that cannot be printed. */
export async function missingTextsOfOffer({ terms }: PrintedOffer): Promise<MissingFormField[]> {
  const parts = Object.entries(labels) as [keyof Terms, string][];
  const texts = parts.flatMap(([part, label]) =>
    textsIn(terms[part], `/${part}`).map((text) => ({ ...text, label })),
  );
  const unprintable = await unprintableTexts(texts);
  return unprintable.slice(0, maxMissing).map(({ path, label }) => ({
    field: path,
    label,
    required: false,
    reason: 'REPLACED_CHARACTERS',
    source: null,
  }));
}
