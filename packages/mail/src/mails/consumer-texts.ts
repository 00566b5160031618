import type { TextFile } from '../compose.ts';

/** The company's texts for consumers, in German. */
export interface ConsumerTexts {
  withdrawalInstruction: string | null;
  withdrawalForm: string | null;
  termsAndConditions: string | null;
}

const titles: Readonly<Record<keyof ConsumerTexts, string>> = {
  withdrawalInstruction: 'Widerrufsbelehrung',
  withdrawalForm: 'Muster-Widerrufsformular',
  termsAndConditions: 'Allgemeine Geschäftsbedingungen',
};

const parts = Object.keys(titles) as (keyof ConsumerTexts)[];

export const titlesOf = (texts: ConsumerTexts) =>
  parts.filter((part) => texts[part] !== null).map((part) => titles[part]);

/** Returns the texts as a file for the customer to keep. */
export function consumerTextsFile(texts: ConsumerTexts): TextFile {
  const shown = parts.flatMap((part) => (texts[part] === null ? [] : [`${titles[part]}\n\n${texts[part]}`]));
  return { filename: 'Verbraucherinformationen.txt', content: `${shown.join('\n\n\n')}\n` };
}
