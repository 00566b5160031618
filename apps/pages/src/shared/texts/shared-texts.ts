import type { Texts } from './language.ts';

const de = {
  skipToContent: 'Zum Inhalt',
  call: 'Anrufen',
  contact: 'Kontakt',
  legal: 'Rechtliches',
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  opensElsewhere: '(öffnet eine andere Website)',
  managingDirectors: 'Geschäftsführung',
  vatId: 'USt‑IdNr.',
  questions: 'Fragen? Wir sind gern für Sie da.',
  loading: 'Die Seite wird geladen',
  back: 'Zurück',
  sending: 'Wird gesendet …',
  optional: '(freiwillig)',
  places: {
    ON_SITE: 'Bei Ihnen',
    VIDEO: 'Videogespräch',
    PHONE: 'Telefongespräch',
    OFFICE: 'In unserem Büro',
  },
  consumerTexts: {
    withdrawalInstruction: 'Widerrufsbelehrung',
    withdrawalForm: 'Muster-Widerrufsformular',
    termsAndConditions: 'Allgemeine Geschäftsbedingungen',
  },
  receiptEmail: 'E‑Mail für die Eingangsbestätigung',
  badEmail: 'Bitte geben Sie eine E‑Mail-Adresse an, zum Beispiel name@example.com.',
  again: 'Erneut versuchen',
  times: {
    loading: 'Die freien Zeiten werden geladen.',
    count: (count: number) => (count === 1 ? '1 Zeit' : `${count} Zeiten`),
    moreDays: 'Spätere Tage',
  },
  unknownLink: {
    title: 'Dieser Link gilt nicht mehr',
    lead: 'Wahrscheinlich haben Sie inzwischen einen neuen Link bekommen, oder die Adresse ist nicht vollständig.',
    steps: [
      'Öffnen Sie bitte die neueste E‑Mail Ihres Solarbetriebs und folgen Sie dem Link darin.',
      'Haben Sie die Adresse kopiert? Dann prüfen Sie, ob am Ende etwas fehlt.',
      'Sonst bitten Sie den Betrieb um einen neuen Link. Telefonnummer und E‑Mail-Adresse stehen in seinem Brief.',
    ],
  },
  away: {
    title: 'Das hat gerade nicht geklappt',
    lead: 'Unser Dienst antwortet im Moment nicht.',
    kept: 'Ihre Eingaben sind noch da.',
    requestId: (id: string) => `Kennung für Rückfragen: ${id}`,
  },
  offline: {
    title: 'Sie sind offline',
    lead: 'Ihr Gerät hat gerade keine Verbindung zum Internet. Sobald es wieder verbunden ist, geht es hier weiter.',
  },
  busy: {
    title: 'Bitte warten Sie einen Moment',
    lead: (minutes: number) =>
      `Von Ihrem Anschluss kamen sehr viele Anfragen. In ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} können Sie weitermachen.`,
  },
};

const en: typeof de = {
  skipToContent: 'Skip to the content',
  call: 'Call',
  contact: 'Contact',
  legal: 'Legal information',
  imprint: 'Imprint',
  privacy: 'Privacy',
  opensElsewhere: '(opens another website)',
  managingDirectors: 'Management',
  vatId: 'VAT ID',
  questions: 'Questions? We are happy to help.',
  loading: 'The page is loading',
  back: 'Back',
  sending: 'Sending …',
  optional: '(optional)',
  places: { ON_SITE: 'At your place', VIDEO: 'Video call', PHONE: 'Phone call', OFFICE: 'In our office' },
  consumerTexts: {
    withdrawalInstruction: 'Right of withdrawal',
    withdrawalForm: 'Model withdrawal form',
    termsAndConditions: 'Terms and conditions',
  },
  receiptEmail: 'E-mail for the acknowledgement of receipt',
  badEmail: 'Please enter an e-mail address, such as name@example.com.',
  again: 'Try again',
  times: {
    loading: 'The free times are loading.',
    count: (count) => (count === 1 ? '1 time' : `${count} times`),
    moreDays: 'Later days',
  },
  unknownLink: {
    title: 'This link is no longer valid',
    lead: 'You have probably received a newer link, or the address is incomplete.',
    steps: [
      'Please open the latest e-mail from your solar company and follow the link in it.',
      'Did you copy the address? Then check whether its end is missing.',
      'Otherwise ask the company for a new link. Its phone number and e-mail address are in its letter.',
    ],
  },
  away: {
    title: 'That did not work just now',
    lead: 'Our service does not answer at the moment.',
    kept: 'What you entered is still there.',
    requestId: (id) => `Reference for questions: ${id}`,
  },
  offline: {
    title: 'You are offline',
    lead: 'Your device has no connection to the internet. This page goes on as soon as it is connected again.',
  },
  busy: {
    title: 'Please wait a moment',
    lead: (minutes) =>
      `Very many requests came from your connection. You can go on in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  },
};

export const sharedTexts: Texts<typeof de> = { de, en };
