/** The German texts. Those of other languages have the same keys, which the compiler checks. */
export const de = {
  hello: (name: string) => (name === '' ? 'Guten Tag,' : `Guten Tag ${name},`),
  regards: (company: string) => `Freundliche Grüße\n${company}`,
  automatic: 'Diese E-Mail wurde automatisch erstellt.',
  offer: 'Angebot',
  customer: 'Kunde',
  receivedAt: 'Eingegangen am',
  typedName: 'Name laut Erklärung',
  offerPrice: 'Angebotspreis',

  imprintRegister: (court: string, number: string) => `${court}, ${number}`,
  imprintManagers: (names: string) => `Vertreten durch: ${names}`,
  imprintVatId: (id: string) => `USt-IdNr.: ${id}`,

  offerAcceptedSubject: (number: string) => `Angebot ${number} angenommen`,
  offerAccepted: 'der Kunde hat das Angebot über seinen Link angenommen.',
  offerDeclinedSubject: (number: string) => `Angebot ${number} abgelehnt`,
  offerDeclined: 'der Kunde hat das Angebot über seinen Link abgelehnt.',
  offerDeclinedReason: 'Er hat einen Grund angegeben, der beim Angebot gespeichert ist.',
  offerWithdrawnSubject: (number: string) => `Widerruf zu Angebot ${number}`,
  offerWithdrawn:
    'der Kunde hat den Vertrag über seinen Link widerrufen. Seine Erklärung ist beim Angebot gespeichert. Das Angebot bleibt angenommen.',
  offerWithdrawnConfirmed: (address: string) =>
    `Die Eingangsbestätigung (§ 356a BGB) wird an ${address} gesendet.`,
  offerWithdrawnUnconfirmed:
    'Der Kunde hat keine E-Mail-Adresse. Bitte bestätigen Sie ihm den Eingang unverzüglich auf einem dauerhaften Datenträger (§ 356a BGB), mit dem Inhalt der Erklärung, Datum und Uhrzeit.',

  confirmationSubject: (number: string) => `Eingangsbestätigung: Ihr Widerruf zu Angebot ${number}`,
  confirmation: 'Ihre Widerrufserklärung ist bei uns eingegangen.',
  contract: 'Vertrag',
  contractValue: (number: string, acceptedOn: string) => `Angebot ${number}, angenommen am ${acceptedOn}`,
  declaration: 'Erklärung',
  declarationValue: 'Widerruf dieses Vertrags',
  yourMessage: 'Ihre Mitteilung dazu:',
  confirmationUse:
    'Bitte bewahren Sie diese E-Mail auf. Sie bestätigt den Eingang Ihrer Erklärung. Zum weiteren Ablauf melden wir uns gesondert.',

  testSubject: 'Testnachricht',
  test: 'Der Versand von E-Mails funktioniert.',
};

export type Texts = typeof de;
