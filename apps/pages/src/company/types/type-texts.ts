import type { Texts } from '../../shared/texts/language.ts';

const de = {
  title: 'Termin vereinbaren',
  lead: 'Suchen Sie sich eine Zeit aus. Die Bestätigung bekommen Sie per E‑Mail.',
  none: 'Online gibt es zurzeit keine Termine. Bitte rufen Sie uns an.',
  minutes: (count: number) => `${count} Minuten`,
  free: 'kostenlos',
  price: (amount: string, rate: string | null) => (rate === null ? amount : `${amount} inkl. ${rate} USt.`),
  requestTitle: 'Lieber gleich ein Angebot?',
  requestText: 'Beschreiben Sie Ihr Dach in wenigen kurzen Schritten. Das ist unverbindlich und kostenlos.',
  request: 'Angebot anfragen',
  notBookable: 'Diesen Termin vereinbaren Sie zurzeit nur telefonisch oder per E‑Mail.',
};

const en: typeof de = {
  title: 'Make an appointment',
  lead: 'Choose a time. You get the confirmation by e-mail.',
  none: 'There are no appointments online at the moment. Please call us.',
  minutes: (count) => `${count} minutes`,
  free: 'free of charge',
  price: (amount, rate) => (rate === null ? amount : `${amount} including ${rate} VAT`),
  requestTitle: 'Would you rather have an offer?',
  requestText: 'Describe your roof in a few short steps. It is free of charge and without obligation.',
  request: 'Ask for an offer',
  notBookable: 'At the moment, you can make this appointment only by phone or e-mail.',
};

export const typeTexts: Texts<typeof de> = { de, en };
