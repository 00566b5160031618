import type { Texts } from '../../shared/texts/language.ts';

const de = {
  all: 'Alle Termine',
  who: 'Wer soll kommen?',
  anybody: 'Egal, wer',
  earlierMonth: 'Früherer Monat',
  laterMonth: 'Späterer Monat',
  times: (count: number) => (count === 1 ? 'eine freie Zeit' : `${count} freie Zeiten`),
  freeOn: (day: string, count: number): string => `${day}: ${de.times(count)}`,
  noneInMonth: (month: string) => `Im ${month} ist online nichts frei.`,
  nextFree: (time: string) => `Nächste freie Zeit: ${time}`,
  none: 'Online ist zurzeit keine Zeit frei',
  noneWithPerson: (name: string) => `Bei ${name} ist online zurzeit keine Zeit frei`,
  callUs: 'Rufen Sie uns gern an oder schreiben Sie uns: Wir finden einen Termin.',
  germanTime: (day: string) => `Alle Zeiten in deutscher Zeit. Buchbar bis ${day}.`,
  taken: (time: string) => `${time}, ist gerade vergeben worden.`,
  takenKept: 'Ihre Angaben sind noch da. Wählen Sie einfach eine andere Zeit.',
  nextThree: 'Die nächsten freien Zeiten',
  otherTimes: 'Nichts dabei? Hier sind alle Zeiten.',

  formTitle: 'Ihre Angaben',
  when: 'Wann',
  where: 'Wo',
  with: 'Mit wem',
  otherTime: 'Andere Zeit wählen',
  until: (start: string, end: string) => `${start} bis ${end}`,
  fields: {
    forename: 'Vorname',
    surname: 'Nachname',
    email: 'E‑Mail',
    phone: 'Telefon',
    address: 'Adresse',
    note: 'Nachricht',
  },
  short: {
    forename: 'Vorname',
    surname: 'Nachname',
    email: 'E‑Mail-Adresse',
    phone: 'Telefonnummer',
    address: 'Adresse',
    note: 'Nachricht',
    startBeforeWithdrawalEnds: 'Termin vor dem Ende der Widerrufsfrist',
  },
  hints: {
    email: 'Dorthin senden wir die Bestätigung mit dem Link zu Ihrem Termin.',
    phone: 'Falls wir Sie am Tag des Termins erreichen müssen.',
    address: 'Straße, Hausnummer, Postleitzahl und Ort.',
  },
  bad: {
    forename: 'Bitte geben Sie Ihren Vornamen an.',
    surname: 'Bitte geben Sie Ihren Nachnamen an.',
    email: 'Bitte geben Sie eine E‑Mail-Adresse an, zum Beispiel erika@example.org.',
    phone: 'Bitte prüfen Sie die Telefonnummer.',
    address: 'Bitte geben Sie Straße, Hausnummer, Postleitzahl und Ort an.',
    note: 'Bitte schreiben Sie höchstens 1.000 Zeichen.',
    startBeforeWithdrawalEnds: 'Bitte bestätigen Sie das, oder wählen Sie eine spätere Zeit.',
  },
  check: (count: number) =>
    count === 1 ? 'Bitte prüfen Sie eine Angabe.' : `Bitte prüfen Sie ${count} Angaben.`,
  beforeYouBook: 'Bevor Sie buchen',
  refund: (time: string) => `Bei Absage bis ${time}, erstatten wir den Betrag, danach nicht.`,
  lateRefund:
    'So kurz vor dem Termin erstatten wir den Betrag nur, wenn Sie gleich nach der Zahlung wieder absagen.',
  withdrawal: 'Als Verbraucher können Sie den Vertrag binnen 14 Tagen widerrufen.',
  early:
    'Der Termin soll vor dem Ende der Widerrufsfrist stattfinden. Ich weiß, dass mein Widerrufsrecht erlischt, wenn er stattgefunden hat.',
  total: (type: string, minutes: string) => `Gesamtpreis für „${type}“, ${minutes}`,
  includedTax: (rate: string) => `darin ${rate} USt.`,
  book: 'Termin buchen',
  order: 'Zahlungspflichtig buchen',
  orderHint:
    'Wir reservieren die Zeit für Sie. Sie bezahlen danach auf der Seite des Zahlungsanbieters; erst dann steht der Termin.',
  terms: 'Es gelten die',
  dataUse: 'Wie wir Ihre Daten verwenden:',
  backToForm: 'Zurück zu Ihren Angaben',
  unknownType: 'Diesen Termin gibt es nicht',
  unknownTypeText:
    'Vielleicht bietet ihn der Betrieb nicht mehr an. Hier finden Sie alle, die Sie buchen können.',

  sentTitle: 'Bitte bestätigen Sie den Termin',
  sentText: (email: string) => `Wir haben eine E‑Mail an ${email} geschickt. Öffnen Sie den Link darin.`,
  sentUntil: (time: string) =>
    `Erst damit ist der Termin gebucht. Wir halten die Zeit für Sie frei bis ${time}.`,
  sentPaid: 'Danach bezahlen Sie.',
  sentOver: 'Die Zeit ist abgelaufen. Haben Sie den Link nicht geöffnet, buchen Sie bitte neu.',
  sentMissing: 'Keine E‑Mail da? Sehen Sie bitte auch im Spam-Ordner nach, oder prüfen Sie die Adresse:',
  otherAddress: 'Angaben ändern',

  booked: 'Ihr Termin ist gebucht',
  reserved: 'Ihre Zeit ist reserviert',
  goOn: 'Weiter zum Termin',

  refusals: {
    too_many_appointments: {
      title: 'Sie haben schon mehrere Termine bei uns',
      text: 'Weitere vereinbaren Sie bitte telefonisch. Oder sagen Sie zuerst einen ab, den Sie nicht brauchen.',
    },
    too_many_confirmation_mails: {
      title: 'Wir haben Ihnen schon mehrere E‑Mails geschickt',
      text: 'Bitte öffnen Sie den Link in einer davon; jeder bucht seinen Termin. Sehen Sie auch im Spam-Ordner nach.',
    },
    too_many_holds: {
      title: 'Für Sie sind schon mehrere Zeiten reserviert',
      text: 'Bitte bezahlen Sie eine davon, oder geben Sie eine auf. Den Link dazu finden Sie in Ihren E‑Mails.',
    },
    payment_not_available: {
      title: 'Dieser Termin lässt sich gerade nicht online buchen',
      text: 'Rufen Sie uns gern an: Wir tragen den Termin für Sie ein.',
    },
  },
  againFrom: (time: string) => `Ab ${time}, können Sie es hier noch einmal versuchen.`,
};

const en: typeof de = {
  all: 'All appointments',
  who: 'Who shall come?',
  anybody: 'Anybody',
  earlierMonth: 'Earlier month',
  laterMonth: 'Later month',
  times: (count) => (count === 1 ? 'one free time' : `${count} free times`),
  freeOn: (day, count) => `${day}: ${en.times(count)}`,
  noneInMonth: (month) => `Nothing is free online in ${month}.`,
  nextFree: (time) => `Next free time: ${time}`,
  none: 'No time is free online at the moment',
  noneWithPerson: (name) => `No time with ${name} is free online at the moment`,
  callUs: 'Please call us or write to us: we will find a time.',
  germanTime: (day) => `All times are German time. You can book until ${day}.`,
  taken: (time) => `${time} has just been taken.`,
  takenKept: 'What you entered is still there. Just choose another time.',
  nextThree: 'The next free times',
  otherTimes: 'Nothing suits you? Here are all times.',

  formTitle: 'Your details',
  when: 'When',
  where: 'Where',
  with: 'With whom',
  otherTime: 'Choose another time',
  until: (start, end) => `${start} to ${end}`,
  fields: {
    forename: 'Given name',
    surname: 'Family name',
    email: 'E-mail',
    phone: 'Phone',
    address: 'Address',
    note: 'Message',
  },
  short: {
    forename: 'Given name',
    surname: 'Family name',
    email: 'E-mail address',
    phone: 'Phone number',
    address: 'Address',
    note: 'Message',
    startBeforeWithdrawalEnds: 'Appointment before the withdrawal period ends',
  },
  hints: {
    email: 'We send the confirmation with the link to your appointment there.',
    phone: 'In case we must reach you on the day of the appointment.',
    address: 'Street, house number, postcode and town.',
  },
  bad: {
    forename: 'Please enter your given name.',
    surname: 'Please enter your family name.',
    email: 'Please enter an e-mail address, for example erika@example.org.',
    phone: 'Please check the phone number.',
    address: 'Please enter street, house number, postcode and town.',
    note: 'Please write at most 1,000 characters.',
    startBeforeWithdrawalEnds: 'Please confirm this, or choose a later time.',
  },
  check: (count) => (count === 1 ? 'Please check one entry.' : `Please check ${count} entries.`),
  beforeYouBook: 'Before you book',
  refund: (time) => `If you cancel until ${time}, we refund the amount; afterwards we do not.`,
  lateRefund:
    'So shortly before the appointment, we refund the amount only if you cancel right after paying.',
  withdrawal: 'As a consumer, you can withdraw from the contract within 14 days.',
  early:
    'The appointment shall take place before the period for a withdrawal ends. I know that my right of withdrawal ends when it has taken place.',
  total: (type, minutes) => `Total for “${type}”, ${minutes}`,
  includedTax: (rate) => `including ${rate} VAT`,
  book: 'Book the appointment',
  order: 'Book with obligation to pay',
  orderHint:
    'We reserve the time for you. You then pay on the page of the payment provider; this fixes the appointment.',
  terms: 'These apply:',
  dataUse: 'How we use your data:',
  backToForm: 'Back to your details',
  unknownType: 'There is no such appointment',
  unknownTypeText: 'Perhaps the company does not offer it any more. Here are all that you can book.',

  sentTitle: 'Please confirm the appointment',
  sentText: (email) => `We have sent an e-mail to ${email}. Open the link in it.`,
  sentUntil: (time) => `Only this books the appointment. We keep the time for you until ${time}.`,
  sentPaid: 'You pay afterwards.',
  sentOver: 'The time is over. If you have not opened the link, please book again.',
  sentMissing: 'No e-mail? Please look into the spam folder, too, or check the address:',
  otherAddress: 'Change your details',

  booked: 'Your appointment is booked',
  reserved: 'Your time is reserved',
  goOn: 'Go to the appointment',

  refusals: {
    too_many_appointments: {
      title: 'You already have several appointments with us',
      text: 'Please arrange further ones by phone. Or first cancel one that you do not need.',
    },
    too_many_confirmation_mails: {
      title: 'We have already sent you several e-mails',
      text: 'Please open the link in one of them; each books its appointment. Look into the spam folder, too.',
    },
    too_many_holds: {
      title: 'Several times are already reserved for you',
      text: 'Please pay for one of them, or give one up. The link is in your e-mails.',
    },
    payment_not_available: {
      title: 'This appointment cannot be booked online at the moment',
      text: 'Please call us: we will enter the appointment for you.',
    },
  },
  againFrom: (time) => `You can try again here from ${time}.`,
};

export const bookTexts: Texts<typeof de> = { de, en };
