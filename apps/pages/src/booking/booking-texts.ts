import type { Texts } from '../shared/texts/language.ts';

const de = { title: 'Ihr Termin', when: 'Wann', who: 'Mit wem' };

const en: typeof de = { title: 'Your appointment', when: 'When', who: 'With whom' };

export const bookingTexts: Texts<typeof de> = { de, en };
