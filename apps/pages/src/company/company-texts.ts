import type { Texts } from '../shared/texts/language.ts';

const de = { title: 'Termin buchen', free: 'kostenlos' };

const en: typeof de = { title: 'Book an appointment', free: 'free of charge' };

export const companyTexts: Texts<typeof de> = { de, en };
