/** What sentences to the team depend on. */
interface Said {
  by: 'customer' | 'team';
  /** Of the refund that is not made. */
  amount: string;
}

/** What sentences about an endpoint depend on. */
interface Failing {
  consecutiveFailures: number;
  maxConsecutiveFailures: number;
  /** When the next attempt can be made. */
  next: string;
}

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

  endpoint: {
    failing: {
      subject: (host: string) => `Webhooks kommen nicht an: ${host}`,
      sentence: ({ consecutiveFailures, maxConsecutiveFailures, next }: Failing) =>
        `ein Webhook-Endpunkt nimmt keine Ereignisse an: ${consecutiveFailures} Zustellungen in Folge sind fehlgeschlagen. Der nächste Versuch folgt ab ${next}. Nach ${maxConsecutiveFailures} Fehlern in Folge wird der Endpunkt abgeschaltet.`,
      remedy: (days: number): string =>
        `Bitte prüfen Sie den Empfänger. Sobald er wieder antwortet, werden die wartenden Ereignisse von selbst zugestellt. Wird der Endpunkt vorher abgeschaltet, bleiben sie bis zu ${days} Tage gespeichert.`,
    },
    disabled: {
      subject: (host: string) => `Webhook-Endpunkt abgeschaltet: ${host}`,
      sentence: ({ consecutiveFailures }: Failing) =>
        `ein Webhook-Endpunkt wurde abgeschaltet, weil ${consecutiveFailures} Zustellungen in Folge fehlgeschlagen sind. Er erhält keine Ereignisse mehr, bis Sie ihn wieder einschalten.`,
      remedy: (days: number) =>
        `Bitte beheben Sie den Fehler beim Empfänger, und schalten Sie den Endpunkt danach im Planer wieder ein. Die wartenden Ereignisse werden dann zugestellt. Sie bleiben bis zu ${days} Tage gespeichert. Wer den Dienst betreibt, kann den Endpunkt auch mit diesem Befehl einschalten:`,
    },
  },
  endpointUrl: 'Endpunkt',
  failingSince: 'Fehlerhaft seit',
  failedInARow: 'Fehler in Folge',
  lastError: 'Letzter Fehler',
  technicalError: 'Technische Meldung',
  endpointErrors: {
    http_status: 'Der Empfänger hat mit einem Fehlerstatus geantwortet.',
    redirect: 'Der Empfänger hat mit einer Weiterleitung geantwortet.',
    timeout: 'Der Empfänger hat nicht rechtzeitig geantwortet.',
    connection_refused: 'Der Empfänger hat die Verbindung abgelehnt.',
    connection_reset: 'Der Empfänger hat die Verbindung ohne Antwort geschlossen.',
    connection_failed: 'Es war keine Verbindung zum Empfänger möglich.',
    tls_error: 'Die verschlüsselte Verbindung zum Empfänger kam nicht zustande.',
    protocol_error: 'Die Antwort des Empfängers war kein HTTP.',
    dns_error: 'Der Hostname des Empfängers wurde nicht gefunden.',
    blocked_address: 'Die Adresse des Empfängers ist nicht öffentlich.',
  },
  waitingEvents: 'Wartende Ereignisse',
  orMore: (count: string) => `${count} oder mehr`,

  appointment: 'Termin',
  startsAt: 'Beginn',
  newTime: 'Neu',
  previousTime: 'Bisher',
  duration: 'Dauer',
  minutes: (minutes: number) => `${minutes} Minuten`,
  place: 'Ort',
  location: {
    customer: {
      ON_SITE: 'bei Ihnen vor Ort',
      VIDEO: 'per Video',
      PHONE: 'telefonisch',
      OFFICE: 'bei uns im Büro',
    },
    team: { ON_SITE: 'beim Kunden', VIDEO: 'per Video', PHONE: 'telefonisch', OFFICE: 'im Büro' },
  },
  address: 'Adresse',
  note: { customer: 'Nachricht des Kunden:', team: 'Interne Notiz:' },
  cancellationReason: 'Grund der Absage:',
  price: 'Preis',
  withTax: (amount: string, rate: string, tax: string) => `${amount} inkl. ${rate} USt. (${tax})`,
  withoutTax: (amount: string) => `${amount}, ohne USt.`,
  discount: 'Rabatt (Aktionscode)',
  paidDirectly: { customer: 'direkt bei uns', team: 'direkt bei Ihnen' },
  invoice: (company: string) =>
    `Die Rechnung erhalten Sie gesondert von ${company}. Diese E-Mail ist keine Rechnung.`,
  payment: 'Zahlung beim Anbieter',
  providerReason: 'Grund laut Zahlungsanbieter:',
  planner: 'Jetzt bei',
  phone: 'Telefon',
  email: 'E-Mail',
  viewBooking: 'Termin ansehen',
  manageBooking: (url: string) => `Termin verwalten: ${url}`,
  moveBooking: 'Termin ansehen oder verschieben',
  cancelBooking: 'Termin ansehen oder absagen',
  changeBooking: 'Termin ansehen, verschieben oder absagen',
  changeBookingUntil: (move: string, cancel: string) =>
    move === cancel
      ? `Online ist das bis ${move} möglich.`
      : `Online können Sie ihn bis ${move} verschieben und bis ${cancel} absagen.`,
  changeBookingLater: 'Danach antworten Sie bitte auf diese E-Mail.',
  refundUntil: (until: string, amount: string) =>
    `Wenn Sie bis ${until} absagen, erstatten wir Ihnen ${amount}. Bei einer späteren Absage wird der Betrag nicht erstattet.`,
  refundOver: (until: string, amount: string) =>
    `Die Frist für eine Erstattung ist am ${until} abgelaufen. Wenn Sie den Termin absagen, wird der Betrag von ${amount} nicht erstattet.`,
  changeBookingByMail:
    'Wenn Sie den Termin verschieben oder absagen möchten, antworten Sie einfach auf diese E-Mail.',
  slotKeptSubject: (title: string, time: string) => `Bitte bestätigen Sie Ihren Termin: ${title}, ${time}`,
  slotKept: (until: string) =>
    `für diese E-Mail-Adresse wurde ein Termin angefragt. Er ist erst gebucht, wenn Sie ihn bestätigen. Das ist bis ${until} möglich.`,
  confirmSlot: 'Termin bestätigen',
  slotNotWanted: 'Wenn Sie keinen Termin angefragt haben, müssen Sie nichts tun.',
  bookingConfirmedSubject: (title: string, time: string) => `Terminbestätigung: ${title}, ${time}`,
  bookingConfirmed: 'Ihr Termin ist bestätigt.',
  bookingMovedSubject: (title: string, time: string) => `Termin verschoben: ${title}, ${time}`,
  bookingMoved: 'Ihr Termin wurde verschoben.',
  bookingCancelledSubject: (title: string, time: string) => `Terminabsage: ${title}, ${time}`,
  bookingCancelled: 'Ihr Termin wurde abgesagt und findet nicht statt.',
  refunded: (amount: string) => `Wir erstatten Ihnen ${amount}.`,
  refundTakes: {
    // Stripe: "Customer refund processing time".
    card: 'Sie haben mit Karte bezahlt. Je nach Bank erscheint die Gutschrift innerhalb von 5 bis 10 Werktagen.',
    paypal: 'Sie haben mit PayPal bezahlt. Die Gutschrift dauert einige Tage.',
    sepa_debit: 'Sie haben per SEPA-Lastschrift bezahlt. Die Gutschrift auf Ihr Konto dauert einige Tage.',
    other: 'Die Gutschrift dauert je nach Zahlungsart einige Tage.',
  },
  refundedSubject: (amount: string, title: string, time: string) =>
    `Erstattung von ${amount}: ${title}, ${time}`,
  refundedWithoutCancellation: (amount: string) => `wir erstatten Ihnen ${amount}.`,
  appointmentUnchanged: 'An Ihrem Termin ändert sich dadurch nichts.',
  refundedBefore: 'Bereits erstattet',
  notRefunded: (amount: string, endedAt: string | null) =>
    endedAt === null
      ? `Der Betrag von ${amount} wird nicht erstattet.`
      : `Der Betrag von ${amount} wird nicht erstattet, da die Frist dafür am ${endedAt} abgelaufen ist.`,
  returnedByBank: (amount: string) =>
    `${amount} hat Ihnen Ihre Bank bereits zurückgegeben, weil die Zahlung angefochten wurde. Diesen Betrag erstatten wir nicht noch einmal.`,
  refund: 'Erstattung',
  teamRefund: {
    made: (amount: string) => `${amount} gehen an den Kunden zurück`,
    none: (amount: string) => `keine, ${amount} bleiben bei Ihnen`,
    returnedByBank: (amount: string) =>
      `keine, ${amount} hat die Bank dem Kunden durch die Anfechtung bereits zurückgegeben`,
    settled: 'nicht durch diesen Dienst, da der Kunde direkt bei Ihnen bezahlt hat',
  },
  bookingReminderSubject: (title: string, time: string) => `Erinnerung: ${title}, ${time}`,
  bookingReminder: 'wir möchten Sie an Ihren Termin erinnern.',
  paid: 'Bezahlt',
  paymentProcessingSubject: (title: string, time: string) => `Termin reserviert: ${title}, ${time}`,
  paymentProcessing: (amount: string) =>
    `vielen Dank. Ihr Termin ist reserviert. Wir ziehen ${amount} per SEPA-Lastschrift ein, was einige Tage dauert. Sobald der Betrag eingegangen ist, erhalten Sie die Terminbestätigung.`,
  paymentFailedSubject: (title: string, time: string) => `Zahlung fehlgeschlagen: ${title}, ${time}`,
  paymentFailed: (amount: string) =>
    `der Betrag von ${amount} konnte nicht eingezogen werden. Der Termin ist deshalb nicht mehr reserviert und findet nicht statt. Sie können gern einen neuen Termin buchen.`,
  paymentOverdueSubject: (title: string, time: string) => `Termin nicht mehr reserviert: ${title}, ${time}`,
  paymentOverdue:
    'wir haben bisher keine Bestätigung, dass Ihre SEPA-Lastschrift eingezogen wurde. Der Termin ist deshalb nicht mehr reserviert und findet nicht statt. Falls Ihr Konto belastet wurde oder noch belastet wird, erstatten wir Ihnen den Betrag. Sie können gern einen neuen Termin buchen.',
  paymentLateSubject: (title: string, time: string) => `Zahlung zu spät eingegangen: ${title}, ${time}`,
  paymentLate: (amount: string) =>
    `Ihre Zahlung ist eingegangen, als der Termin nicht mehr reserviert war. Er findet nicht statt. Wir erstatten Ihnen den vollen Betrag von ${amount}.`,
  bookAnother: 'Sie können gern einen neuen Termin buchen.',
  undelivered: 'Nicht zugestellt',
  undeliveredReason: 'Grund',
  invalidRecipient: 'ungültige E-Mail-Adresse oder ungültiger Name',
  undeliveredMail: {
    confirmation: 'Terminbestätigung',
    move: 'Mitteilung des neuen Termins',
    cancellation: 'Terminabsage',
    refund: 'Mitteilung der Erstattung',
    reminder: 'Erinnerung an den Termin',
    processing: 'Mitteilung der Reservierung',
    failure: 'Mitteilung der fehlgeschlagenen Zahlung',
    overdue: 'Mitteilung der ausgebliebenen Zahlung',
    late: 'Mitteilung der Erstattung',
  },
  teamBooking: {
    booked: {
      subject: (title: string, time: string) => `Neuer Termin: ${title}, ${time}`,
      sentence: ({ by }: Said): string =>
        by === 'customer'
          ? 'ein Kunde hat einen Termin gebucht.'
          : 'Ihr Team hat einen Termin für Sie eingetragen.',
    },
    moved: {
      subject: (title: string, time: string) => `Termin verschoben: ${title}, ${time}`,
      sentence: ({ by }: Said): string =>
        by === 'customer'
          ? 'der Kunde hat den Termin über seinen Link verschoben.'
          : 'Ihr Team hat den Termin verschoben.',
    },
    cancelled: {
      subject: (title: string, time: string) => `Termin abgesagt: ${title}, ${time}`,
      sentence: ({ by }: Said): string =>
        by === 'customer'
          ? 'der Kunde hat den Termin über seinen Link abgesagt. Er findet nicht statt.'
          : 'Ihr Team hat den Termin abgesagt. Er findet nicht statt.',
    },
    'taken-over': {
      subject: (title: string, time: string) => `Termin für Sie: ${title}, ${time}`,
      sentence: () => 'Sie haben einen Termin übernommen. Der Kunde wurde darüber nicht benachrichtigt.',
    },
    'handed-over': {
      subject: (title: string, time: string) => `Termin abgegeben: ${title}, ${time}`,
      sentence: () => 'ein Termin von Ihnen wurde jemand anderem übergeben.',
    },
    'late-payment': {
      subject: (title: string, time: string) => `Zahlung zu spät eingegangen: ${title}, ${time}`,
      sentence: () =>
        'eine Zahlung ist eingegangen, als der Termin nicht mehr reserviert war. Er findet nicht statt. Der Betrag wird dem Kunden vollständig erstattet; er wurde darüber benachrichtigt.',
    },
    'payment-problem': {
      subject: (title: string, time: string) => `Zahlung ungeklärt: ${title}, ${time}`,
      sentence: () =>
        'der Zahlungsanbieter sagt seit mehr als einer Stunde nicht, ob der Kunde bezahlt hat. Der Termin bleibt so lange reserviert. Bitte prüfen Sie die Zahlung im Dashboard des Anbieters.',
    },
    'checkout-unknown': {
      subject: (title: string, time: string) => `Zahlung nicht gefunden: ${title}, ${time}`,
      sentence: () =>
        'der Zahlungsanbieter gibt keine Auskunft mehr über die begonnene Zahlung: Das Konto wurde entfernt, dort wurden Daten gelöscht, oder der hinterlegte Schlüssel gehört zu einem anderen Konto. Der Termin ist nicht mehr reserviert und findet nicht statt. Bitte prüfen Sie im Dashboard des Anbieters, ob der Kunde bezahlt hat oder eine Lastschrift läuft, und erstatten Sie ihm dort, was eingeht.',
    },
    'refund-failed': {
      subject: (title: string, time: string, amount: string) =>
        `Erstattung von ${amount} fehlgeschlagen: ${title}, ${time}`,
      sentence: ({ amount }: Said) =>
        `die Erstattung von ${amount} an den Kunden ist fehlgeschlagen. Das Geld ist nicht angekommen. Der Kunde wurde darüber nicht benachrichtigt. Bitte klären Sie im Dashboard des Zahlungsanbieters, wie er es bekommt, und informieren Sie ihn.`,
    },
    'refund-unclear': {
      subject: (title: string, time: string, amount: string) =>
        `Erstattung von ${amount} ungeklärt: ${title}, ${time}`,
      sentence: ({ amount }: Said) =>
        `der Zahlungsanbieter beantwortet die Erstattung von ${amount} an den Kunden seit mehr als einem Tag nicht. Sie wird weiter versucht. Bitte prüfen Sie Ihr Konto beim Zahlungsanbieter.`,
    },
    'cancellation-refused': {
      subject: (title: string, time: string) => `Absage nicht möglich: ${title}, ${time}`,
      sentence: ({ amount }: Said) =>
        `der Zahlungsanbieter hat die Erstattung von ${amount} abgelehnt, auf die eine Absage gewartet hat. Der Termin ist deshalb nicht abgesagt. Bitte klären Sie die Erstattung mit dem Kunden, und sagen Sie den Termin ohne Erstattung ab.`,
    },
    'key-refused': {
      subject: () => 'Kunden können nicht mehr online zahlen',
      sentence: () =>
        'der Zahlungsanbieter lehnt den Schlüssel Ihres Kontos ab, zuletzt bei diesem Termin. Bis ein neuer Schlüssel hinterlegt ist, sind kostenpflichtige Termine online nicht buchbar, und Erstattungen warten. Bitte geben Sie dem Betreiber des Dienstes einen neuen Schlüssel.',
    },
    'dispute-opened': {
      subject: (title: string, time: string) => `Zahlung angefochten: ${title}, ${time}`,
      sentence: ({ amount }: Said) =>
        `die Bank des Kunden hat die Zahlung von ${amount} angefochten. Am Termin ändert sich dadurch nichts. Bitte antworten Sie im Dashboard des Zahlungsanbieters innerhalb der Frist.`,
    },
    'dispute-won': {
      subject: (title: string, time: string) => `Anfechtung der Zahlung gewonnen: ${title}, ${time}`,
      sentence: ({ amount }: Said) =>
        `über die Anfechtung der Zahlung ist zu Ihren Gunsten entschieden: ${amount} bleiben bei Ihnen.`,
    },
    'dispute-lost': {
      subject: (title: string, time: string) => `Anfechtung der Zahlung verloren: ${title}, ${time}`,
      sentence: ({ amount }: Said) =>
        `die Anfechtung der Zahlung ist verloren: Die Bank hat dem Kunden ${amount} zurückgegeben. Am Termin ändert sich dadurch nichts. Wird er abgesagt, erstattet dieser Dienst den Betrag nicht noch einmal.`,
    },
    undelivered: {
      subject: (title: string, time: string) => `E-Mail nicht zugestellt: ${title}, ${time}`,
      sentence: () =>
        'eine E-Mail an den Kunden konnte nicht zugestellt werden. Bitte informieren Sie ihn auf anderem Weg.',
    },
  },

  testSubject: 'Testnachricht',
  test: 'Der Versand von E-Mails funktioniert.',
};

export type Texts = typeof de;
