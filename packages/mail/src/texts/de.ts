/** What sentences to the team depend on. */
interface Said {
  by: 'customer' | 'team';
  /** Of the refund that is not made, or of the dispute. */
  amount: string;
  /** When the dispute was opened. */
  day: string;
  /** Until when the company can respond to the dispute. */
  until: string | null;
  isCustomerTold: boolean;
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
  costs: 'Kosten',
  noCosts: 'keine',
  debit: 'Einzug per SEPA-Lastschrift',
  toPay: 'Noch zu zahlen',
  notPaidYet: 'Noch nicht bezahlt',
  paid: 'Bezahlt',
  nothingPaid: 'bisher nichts',
  paidOn: (day: string | null, way: string) => (day === null ? `Bezahlt ${way}` : `Bezahlt am ${day} ${way}`),
  paidBy: {
    customer: {
      card: 'mit Karte',
      paypal: 'mit PayPal',
      sepa_debit: 'per SEPA-Lastschrift',
      manual: 'direkt an uns',
      other: 'online',
    },
    team: {
      card: 'mit Karte',
      paypal: 'mit PayPal',
      sepa_debit: 'per SEPA-Lastschrift',
      manual: 'außerhalb der Online-Zahlung',
      other: 'online',
    },
  },
  refundedSum: 'Erstattungen insgesamt',
  returnedSum: 'Von der Bank zurückgegeben',
  remains: 'Bezahlt nach Abzug der Erstattung',
  rest: (amount: string) => `die restlichen ${amount}`,
  invoice: 'Die Rechnung erhalten Sie gesondert von uns.',
  noInvoice: 'Diese E-Mail ist keine Rechnung.',
  invoiceCorrected:
    'Diese E-Mail ist keine Rechnung. Haben Sie schon eine Rechnung erhalten, wird sie berichtigt.',
  receiptOfKept:
    'Wie wir den einbehaltenen Betrag abrechnen, teilen wir Ihnen gesondert mit. Haben Sie schon eine Rechnung erhalten, berichtigen wir sie, falls nötig. Diese E-Mail ist keine Rechnung.',
  contact: (repliesReach: boolean, phone: string | null) =>
    phone === null
      ? repliesReach
        ? 'antworten Sie bitte auf diese E-Mail'
        : 'wenden Sie sich bitte an uns'
      : repliesReach
        ? `antworten Sie bitte auf diese E-Mail oder rufen Sie uns an: ${phone}`
        : `rufen Sie uns bitte an: ${phone}`,
  questions: (contact: string) => `Bei Fragen ${contact}.`,
  objection: (contact: string) => `Sind Sie damit nicht einverstanden oder haben Sie Fragen, ${contact}.`,
  payment: 'Zahlung beim Anbieter',
  providerReason: 'Grund laut Zahlungsanbieter:',
  planner: 'Jetzt bei',
  phone: 'Telefon',
  email: 'E-Mail',
  bookingId: 'Buchungs-ID',
  viewBooking: 'Termin ansehen',
  manageBooking: (url: string) => `Termin verwalten: ${url}`,
  declineInCalendar: 'Ein Ablehnen im Kalender sagt den Termin nicht ab.',
  moveBooking: 'Termin ansehen oder verschieben',
  cancelBooking: 'Termin ansehen oder absagen',
  changeBooking: 'Termin ansehen, verschieben oder absagen',
  /** Null: not said, or not possible. */
  changeOnline: (move: string | null, cancel: string | null, withoutRefund: string | null) => {
    const without = withoutRefund === null ? '' : `; nach ${withoutRefund} ohne Erstattung`;
    if (move === null && cancel === null) return null;
    if (move === cancel) return `Online verschieben oder absagen können Sie bis ${move}${without}.`;
    if (cancel === null) return `Online verschieben können Sie bis ${move}.`;
    if (move === null) return `Online absagen können Sie bis ${cancel}${without}.`;
    return `Online verschieben können Sie bis ${move}, absagen bis ${cancel}${without}.`;
  },
  changeLater: (contact: string) => `Ist das online nicht mehr möglich, ${contact}.`,
  changeByContact: (contact: string) => `Möchten Sie den Termin verschieben oder absagen, ${contact}.`,
  refundUntil: (until: string, amount: string, isMoveToo: boolean) =>
    isMoveToo
      ? `Verschieben oder kostenlos absagen können Sie bis ${until}: Nur bei einer Absage bis dahin erstatten wir Ihnen ${amount}.`
      : `Kostenlos absagen können Sie bis ${until}: Bei einer Absage bis dahin erstatten wir Ihnen ${amount}.`,
  refundMoves:
    'Verschieben Sie den Termin vor Ablauf der Frist für die kostenlose Absage, richtet sich diese Frist nach dem neuen Termin. Ist sie abgelaufen, lebt sie durch ein Verschieben nicht wieder auf.',
  refundOver: (until: string, amount: string) =>
    `Die Frist für eine kostenlose Absage ist am ${until} abgelaufen. Sagen Sie den Termin jetzt noch ab, erstatten wir Ihnen ${amount} nicht.`,
  refundOverBefore: {
    customer: (until: string, amount: string) =>
      `Die Frist für eine kostenlose Absage war bereits am ${until} abgelaufen, als Sie den Termin verschoben haben; sie lebt durch das Verschieben nicht wieder auf. Sagen Sie den Termin jetzt noch ab, erstatten wir Ihnen ${amount} nicht.`,
    team: (until: string, amount: string) =>
      `Die Frist für eine kostenlose Absage war bereits am ${until} abgelaufen, als wir den Termin verschoben haben; sie lebt durch das Verschieben nicht wieder auf. Sagen Sie den Termin jetzt noch ab, erstatten wir Ihnen ${amount} nicht.`,
  },
  rights: 'Ihre gesetzlichen Rechte, etwa ein Widerrufsrecht als Verbraucher, bleiben davon unberührt.',
  slotKeptSubject: (title: string, time: string) => `Bitte bestätigen Sie Ihren Termin: ${title}, ${time}`,
  slotKept: (until: string) =>
    `für diese E-Mail-Adresse wurde ein Termin angefragt. Er ist erst gebucht, wenn Sie ihn bestätigen. Das ist bis ${until} möglich.`,
  confirmSlot: 'Termin bestätigen',
  slotNotWanted: 'Wenn Sie keinen Termin angefragt haben, müssen Sie nichts tun.',
  bookingConfirmedSubject: (title: string, time: string) => `Terminbestätigung: ${title}, ${time}`,
  bookingConfirmed: 'Ihr Termin ist bestätigt.',
  bookingMovedSubject: (title: string, time: string) => `Termin verschoben: ${title}, ${time}`,
  bookingMoved: {
    customer: (_contact: string, _canMove: boolean) => 'Sie haben Ihren Termin über Ihren Link verschoben.',
    team: (contact: string, canMove: boolean) =>
      canMove
        ? `wir haben Ihren Termin verschoben. Passt Ihnen der neue Termin nicht, verschieben Sie ihn bitte über den Link oder melden Sie sich bei uns.`
        : `wir haben Ihren Termin verschoben. Passt Ihnen der neue Termin nicht, ${contact}.`,
  },
  bookingCancelledSubject: (title: string, time: string) => `Terminabsage: ${title}, ${time}`,
  bookingCancelled: {
    customer: 'Sie haben Ihren Termin über Ihren Link abgesagt. Er findet nicht statt.',
    team: 'leider müssen wir Ihren Termin absagen. Er findet nicht statt.',
  },
  messageToCustomer: 'Unsere Nachricht an Sie:',
  cancelledAppointment: 'Abgesagter Termin:',
  lostAppointment: 'Entfallener Termin:',
  refunded: (amount: string, way: string) => `Wir erstatten Ihnen ${amount} ${way}`,
  refundWay: {
    // Stripe: "Customer refund processing time".
    card: 'auf die verwendete Karte. Je nach Bank ist der Betrag in der Regel nach 5 bis 10 Werktagen gutgeschrieben.',
    paypal: 'auf Ihr PayPal-Konto. Der Betrag ist dort in der Regel nach einigen Tagen gutgeschrieben.',
    sepa_debit:
      'auf das belastete Bankkonto. Der Betrag ist dort in der Regel nach einigen Werktagen gutgeschrieben.',
    other: 'auf dem Weg, auf dem Sie bezahlt haben. Das dauert in der Regel einige Tage.',
  },
  refundedSubject: (amount: string, title: string, time: string) =>
    `Erstattung von ${amount}: ${title}, ${time}`,
  refundedWithoutCancellation: (amount: string, way: string) => `wir erstatten Ihnen ${amount} ${way}`,
  appointmentUnchanged: 'An Ihrem Termin ändert sich dadurch nichts.',
  appointmentFree: 'Ihr Termin findet weiterhin statt. Für ihn ist nichts zu zahlen.',
  notRefunded: (amount: string) =>
    `Eine Erstattung haben wir mit dieser Absage noch nicht veranlasst (${amount}).`,
  notRefundedLate: (amount: string, endedAt: string) =>
    `Die Frist für eine kostenlose Absage ist am ${endedAt} abgelaufen. Deshalb erstatten wir Ihnen ${amount} nicht.`,
  notRefundedDirect: (amount: string) =>
    `Sie haben direkt an uns gezahlt. Deshalb erstatten wir Ihnen ${amount} nicht automatisch.`,
  returnedByBank: (amount: string) =>
    `${amount} hat Ihnen Ihre Bank bereits zurückgegeben, weil die Zahlung angefochten wurde. Diesen Betrag erstatten wir nicht noch einmal.`,
  refund: 'Erstattung',
  teamRefund: {
    made: (amount: string) => `${amount} mit dieser Absage veranlasst`,
    none: (amount: string) => `mit dieser Absage keine veranlasst, ${amount} sind nicht erstattet`,
    returnedByBank: (amount: string) =>
      `keine, ${amount} hat die Bank dem Kunden durch die Anfechtung bereits zurückgegeben`,
    settled: 'nicht durch diesen Dienst, da der Kunde außerhalb der Online-Zahlung bezahlt hat',
  },
  bookingReminderSubject: (title: string, time: string) => `Erinnerung: ${title}, ${time}`,
  bookingReminder: 'wir möchten Sie an Ihren Termin erinnern.',
  paymentProcessingSubject: (title: string, time: string) =>
    `Termin vorläufig reserviert, noch nicht bestätigt: ${title}, ${time}`,
  paymentProcessing: (amount: string) =>
    `vielen Dank. Ihr Termin ist vorläufig reserviert, aber noch nicht bestätigt. Wir ziehen ${amount} per SEPA-Lastschrift ein, was einige Tage dauert. Sobald der Betrag eingegangen ist, erhalten Sie die Terminbestätigung.`,
  reservedUntil: (until: string) =>
    `Wir halten den Termin längstens bis ${until} frei. Ist der Betrag bis dahin nicht eingegangen, endet die Reservierung, und der Termin entfällt.`,
  cancelReservation: (contact: string) =>
    `Möchten Sie absagen, bevor wir den Termin bestätigt haben, ${contact}.`,
  paymentFailedSubject: (title: string, time: string) =>
    `Termin entfällt, Zahlung nicht zustande gekommen: ${title}, ${time}`,
  paymentFailed: (amount: string) =>
    `der Einzug von ${amount} per SEPA-Lastschrift ist nicht zustande gekommen. Der Termin ist deshalb nicht mehr reserviert und findet nicht statt.`,
  nothingToPay: 'Sie müssen für diesen Termin nichts zahlen und nichts weiter tun.',
  paymentOverdueSubject: (title: string, time: string) =>
    `Termin entfällt, Zahlung nicht bestätigt: ${title}, ${time}`,
  paymentOverdue: (amount: string | null) =>
    `der Einzug ${amount === null ? 'des Betrags' : `von ${amount}`} per SEPA-Lastschrift wurde uns bisher nicht bestätigt. Der Termin ist deshalb nicht mehr reserviert und findet nicht statt.`,
  refundedIfDebited:
    'Falls Ihr Konto belastet wurde oder noch belastet wird, erstatten wir Ihnen den Betrag.',
  noReturnOfDebit: 'Bitte geben Sie die Lastschrift nicht zusätzlich bei Ihrer Bank zurück.',
  paymentLateSubject: (title: string, time: string) =>
    `Termin entfällt, Zahlung wird erstattet: ${title}, ${time}`,
  paymentLate: (amount: string) =>
    `Ihre Zahlung von ${amount} ist eingegangen, als der Termin nicht mehr reserviert war. Der Termin findet nicht statt.`,
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
          ? 'der Kunde hat den Termin über seinen Link abgesagt. Der Termin findet nicht statt.'
          : 'Ihr Team hat den Termin abgesagt. Der Termin findet nicht statt.',
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
        'eine Zahlung ist eingegangen, als der Termin nicht mehr reserviert war. Der Termin findet nicht statt. Der Betrag wird dem Kunden vollständig erstattet. Der Kunde wurde darüber benachrichtigt.',
    },
    'payment-problem': {
      subject: (title: string, time: string) => `Zahlung ungeklärt: ${title}, ${time}`,
      sentence: () =>
        'der Zahlungsanbieter sagt seit mehr als einer Stunde nicht, ob der Kunde bezahlt hat. Der Termin bleibt so lange reserviert. Bitte prüfen Sie die Zahlung im Dashboard des Anbieters.',
    },
    'checkout-unknown': {
      subject: (title: string, time: string) => `Termin entfallen, Zahlung nicht gefunden: ${title}, ${time}`,
      sentence: ({ isCustomerTold }: Said) =>
        `der Zahlungsanbieter gibt keine Auskunft mehr über die begonnene Zahlung. Mögliche Ursachen: Das Konto wurde entfernt, dort wurden Daten gelöscht, oder der hinterlegte Schlüssel gehört zu einem anderen Konto. Der Termin ist nicht mehr reserviert und findet nicht statt. Der Kunde wurde darüber ${isCustomerTold ? '' : 'nicht '}benachrichtigt. Bitte prüfen Sie im Dashboard des Anbieters, ob der Kunde bezahlt hat oder eine Lastschrift läuft, und erstatten Sie dort, was eingegangen ist oder noch eingeht.${isCustomerTold ? '' : ' Bitte teilen Sie dem Kunden mit, dass der Termin nicht stattfindet.'}`,
    },
    'refund-failed': {
      subject: (title: string, time: string, amount: string) =>
        `Erstattung von ${amount} fehlgeschlagen: ${title}, ${time}`,
      sentence: ({ amount }: Said) =>
        `die Erstattung von ${amount} an den Kunden ist fehlgeschlagen. Das Geld ist nicht angekommen. Der Kunde wurde darüber nicht benachrichtigt. Bitte klären Sie im Dashboard des Zahlungsanbieters, wie der Kunde das Geld bekommt, und informieren Sie ihn.`,
    },
    'refund-unclear': {
      subject: (title: string, time: string, amount: string) =>
        `Erstattung von ${amount} ungeklärt: ${title}, ${time}`,
      sentence: ({ amount }: Said) =>
        `der Zahlungsanbieter beantwortet die Erstattung von ${amount} an den Kunden seit mehr als einem Tag nicht. Der Versuch wird automatisch wiederholt. Bitte erstatten Sie den Betrag nicht zusätzlich von Hand, und prüfen Sie Ihr Konto beim Zahlungsanbieter.`,
    },
    'cancellation-refused': {
      subject: (title: string, time: string) =>
        `Absage nicht möglich, Termin besteht weiter: ${title}, ${time}`,
      sentence: ({ by, amount }: Said) =>
        `${by === 'customer' ? 'der Kunde wollte den Termin über seinen Link absagen' : 'Ihr Team wollte den Termin absagen'}, aber der Zahlungsanbieter hat die Erstattung von ${amount} abgelehnt. Der Termin besteht deshalb weiter. Bitte prüfen Sie zuerst, ob die Bank dem Kunden das Geld schon zurückgegeben hat (Rückbuchung), und überweisen Sie es dann nicht noch einmal. Klären Sie mit dem Kunden, ob und wie er das Geld erhält. Sagen Sie den Termin danach ohne Erstattung ab: Dann löst die Absage keine weitere Zahlung aus. Erklären Sie das dem Kunden in der Nachricht zur Absage.`,
    },
    'key-refused': {
      subject: () => 'Kunden können nicht mehr online zahlen',
      sentence: () =>
        'der Zahlungsanbieter lehnt den Schlüssel Ihres Kontos ab, zuletzt bei diesem Termin. Bis ein neuer Schlüssel hinterlegt ist, sind kostenpflichtige Termine online nicht buchbar, und Erstattungen warten. Bitte senden Sie einen neuen Schlüssel nicht per E-Mail, sondern übergeben Sie ihn dem Betreiber des Dienstes auf sicherem Weg. Der Betreiber hinterlegt ihn mit diesem Befehl:',
    },
    'dispute-opened': {
      subject: (title: string, time: string) => `Zahlung angefochten: ${title}, ${time}`,
      sentence: ({ amount, day, until }: Said) =>
        `die Bank des Kunden hat am ${day} die Zahlung von ${amount} angefochten (Rückbuchung). Bis zur Entscheidung kann der Betrag Ihrem Konto beim Zahlungsanbieter abgezogen werden. Am Termin ändert sich dadurch nichts. Bitte antworten Sie im Dashboard des Zahlungsanbieters ${until === null ? 'innerhalb der Frist, die dort steht' : `bis ${until}`} und erstatten Sie den Betrag nicht zusätzlich. Ohne Antwort verlieren Sie ihn voraussichtlich.`,
    },
    'dispute-won': {
      subject: (title: string, time: string) => `Anfechtung der Zahlung gewonnen: ${title}, ${time}`,
      sentence: ({ amount }: Said) =>
        `über die Anfechtung der Zahlung ist zu Ihren Gunsten entschieden: Sie behalten ${amount}.`,
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
