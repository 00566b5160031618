import type { Texts } from '../shared/texts/language.ts';

const de = {
  title: 'Angebot',
  numberAndDate: (number: string, date: string) => `Angebot ${number} vom ${date}`,
  validTo: (date: string) => `Sie können das Angebot bis ${date}, annehmen.`,
  power: 'Leistung',
  modules: 'Module',
  asPdf: 'Angebot als PDF',
};

const en: typeof de = {
  title: 'Offer',
  numberAndDate: (number, date) => `Offer ${number} of ${date}`,
  validTo: (date) => `You can accept the offer until ${date}.`,
  power: 'Power',
  modules: 'Modules',
  asPdf: 'Offer as PDF (in German)',
};

export const offerTexts: Texts<typeof de> = { de, en };
