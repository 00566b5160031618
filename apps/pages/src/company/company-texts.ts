import type { Texts } from '../shared/texts/language.ts';

const de = { title: 'Termine', free: 'kostenlos' };

const en: typeof de = { title: 'Appointments', free: 'free of charge' };

export const companyTexts: Texts<typeof de> = { de, en };
