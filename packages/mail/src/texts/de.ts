/** The German texts. Those of other languages have the same keys, which the compiler checks. */
export const de = {
  hello: (name: string) => (name === '' ? 'Guten Tag,' : `Guten Tag ${name},`),
  regards: (company: string) => `Freundliche Grüße\n${company}`,
  receivedAt: 'Eingegangen am',
  typedName: 'Name laut Erklärung',

  imprintRegister: (court: string, number: string) => `${court}, ${number}`,
  imprintPartner: (name: string) => `Persönlich haftende Gesellschafterin: ${name}`,
  imprintOwner: (name: string) => `Inhaber: ${name}`,
  imprintManagers: (names: string) => `Vertreten durch: ${names}`,
  imprintVatId: (id: string) => `USt-IdNr.: ${id}`,

  acceptanceSubject: (number: string) => `Auftragsbestätigung: Angebot ${number}`,
  acceptance: (number: string, revision: number, day: string) =>
    `Sie haben unser Angebot ${number} Version ${revision} am ${day} angenommen.`,
  acceptedContract: (hasInstruction: boolean) =>
    `Den Vertrag${hasInstruction ? ' mit Widerrufsbelehrung' : ''} finden Sie im Anhang. Bitte bewahren Sie diese E-Mail auf.`,
  earlyWork: 'Sie haben ausdrücklich verlangt, dass die Arbeiten vor Ablauf der Widerrufsfrist beginnen.',

  confirmationSubject: (number: string) => `Eingangsbestätigung: Ihr Widerruf zu Angebot ${number}`,
  confirmation: 'Ihre Widerrufserklärung ist bei uns eingegangen.',
  contract: 'Vertrag',
  contractValue: (number: string, acceptedOn: string) => `Angebot ${number}, angenommen am ${acceptedOn}`,
  declaration: 'Erklärung',
  declarationValue: 'Widerruf dieses Vertrags',
  yourMessage: 'Ihre Mitteilung dazu:',
  confirmationUse:
    'Bitte bewahren Sie diese E-Mail auf. Sie bestätigt den Eingang Ihrer Erklärung. Zum weiteren Ablauf melden wir uns gesondert.',

  withdrawnSubject: (title: string, time: string) => `Eingangsbestätigung: Ihr Widerruf zu ${title}, ${time}`,
  bookingContract: (id: string, bookedOn: string) => `Buchung ${id} vom ${bookedOn}`,
  withdrawnBeforeStart:
    'Der Termin findet nicht statt. Was Sie bezahlt haben, erstatten wir Ihnen spätestens 14 Tage nach Eingang Ihres Widerrufs, soweit Sie es nicht schon zurückerhalten haben.',
  earlyStart:
    'Sie haben ausdrücklich verlangt, dass der Termin vor Ablauf der Widerrufsfrist stattfindet. Ihnen ist bekannt, dass Ihr Widerrufsrecht erlischt, wenn er stattgefunden hat.',

  appointment: 'Termin',
  startsAt: 'Beginn',
  newTime: 'Neu',
  previousTime: 'Bisher',
  duration: 'Dauer',
  minutes: (minutes: number) => `${minutes} Minuten`,
  place: 'Ort',
  visitor: 'Wer kommt',
  somebodyOf: (company: string) => `eine Mitarbeiterin oder ein Mitarbeiter von ${company}`,
  location: {
    ON_SITE: 'bei Ihnen vor Ort',
    VIDEO: 'per Video',
    PHONE: 'telefonisch',
    OFFICE: 'bei uns im Büro',
  },
  addressAtLink: (place: string) => `${place} (die Anschrift finden Sie über den Link unten)`,
  price: 'Preis',
  withTax: (amount: string, rate: string, tax: string) => `${amount} inkl. ${rate} USt. (${tax})`,
  withoutTax: (amount: string) => `${amount}, ohne USt.`,
  discount: 'Rabatt (Aktionscode)',
  costs: 'Kosten',
  noCosts: 'keine',
  debit: 'Einzug per SEPA-Lastschrift',
  toPay: 'Noch zu zahlen',
  payDirectly: (amount: string, hasLink: boolean) =>
    `Eine Zahlung ist bei uns noch nicht verbucht. Bitte zahlen Sie ${amount} direkt an uns${hasLink ? ', nicht über den Link in dieser E-Mail' : ''}. Wie und bis wann, steht auf der Rechnung, die wir Ihnen gesondert senden oder schon gesandt haben. Haben Sie mit uns etwas anderes vereinbart, gilt das. Haben Sie schon gezahlt, müssen Sie nichts weiter tun.`,
  paid: 'Bezahlt',
  nothingPaid: 'nichts',
  paidOn: (day: string | null, way: string) => (day === null ? `Bezahlt ${way}` : `Bezahlt am ${day} ${way}`),
  paidBy: {
    card: 'mit Karte',
    paypal: 'mit PayPal',
    sepa_debit: 'per SEPA-Lastschrift',
    manual: 'direkt an uns',
    other: 'online',
  },
  refundedSum: 'Erstattungen insgesamt',
  returnedSum: 'Durch eine Anfechtung zurückgegeben',
  remains: 'Bezahlt nach Abzug der Erstattung',
  whole: (amount: string) => `die ${amount}`,
  rest: (amount: string) => `die restlichen ${amount}`,
  attached: (titles: readonly string[]) => `Im Anhang: ${titles.join(', ')}.`,
  invoice: 'Die Rechnung erhalten Sie gesondert von uns.',
  invoiceUnlessSent: 'Die Rechnung senden wir Ihnen gesondert, falls Sie sie noch nicht haben.',
  noInvoice: 'Diese E-Mail ist keine Rechnung.',
  invoiceCorrected:
    'Diese E-Mail ist keine Rechnung. Haben Sie schon eine Rechnung erhalten, wird sie berichtigt.',
  receiptOfKept: {
    customer:
      'Wie wir einen Betrag abrechnen, den wir behalten, teilen wir Ihnen gesondert mit. Haben Sie schon eine Rechnung erhalten, berichtigen wir sie, falls nötig. Diese E-Mail ist keine Rechnung.',
    team: 'Diese E-Mail ist keine Rechnung. Haben Sie schon eine Rechnung erhalten, berichtigen wir sie, falls nötig.',
  },
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
  manageBooking: (url: string) => `Termin verwalten: ${url}`,
  declineInCalendar: 'Ein Ablehnen im Kalender sagt den Termin nicht ab.',
  links: {
    view: 'Termin ansehen',
    viewMove: 'Termin ansehen oder verschieben',
    viewCancel: 'Termin ansehen oder absagen',
    viewMoveCancel: 'Termin ansehen, verschieben oder absagen',
  },
  ifPrevented: 'Falls Ihnen etwas dazwischenkommt:',
  until: (deadline: string) => `bis ${deadline}`,
  cancelFree: 'Kostenlos absagen',
  freeUntil: (until: string) => `Kostenlos absagen bis ${until}`,
  freeFor: (minutes: number) => `Kostenlos absagen bis ${minutes} Minuten nach der Zahlung`,
  cancelWithoutRefund: 'Absagen ohne Erstattung',
  cancel: 'Absagen',
  move: 'Verschieben',
  amountBack: (until: string, amount: string) =>
    `${until}, Sie erhalten ${amount} zurück; danach erhalten Sie kein Geld zurück`,
  /** For an appointment that is not paid yet. */
  cancelFreeUntil: (until: string) =>
    `Nach der Terminbestätigung können Sie bis ${until} kostenlos absagen; danach erhalten Sie kein Geld zurück.`,
  cancelFreeFor: (minutes: number) =>
    `Nach der Terminbestätigung können Sie ${minutes} Minuten lang kostenlos absagen; danach erhalten Sie kein Geld zurück.`,
  /** Texts by the actions that the link allows. */
  otherwise: {
    view: (contact: string) => `Möchten Sie den Termin verschieben oder absagen, ${contact}.`,
    viewMove: (contact: string) =>
      `Möchten Sie den Termin absagen oder nach dieser Frist verschieben, ${contact}.`,
    viewCancel: (contact: string) =>
      `Möchten Sie den Termin verschieben oder nach dieser Frist absagen, ${contact}.`,
    viewMoveCancel: (contact: string) =>
      `Möchten Sie den Termin danach noch absagen oder verschieben, ${contact}.`,
  },
  refundMoves:
    'Verschieben Sie den Termin vor Ablauf der Frist für die kostenlose Absage, gilt eine neue Frist; bei einem früheren Termin kann sie auch früher enden. Nach Ablauf der Frist bringt ein Verschieben sie nicht zurück.',
  paidDirectly: 'Sie haben direkt an uns gezahlt.',
  refundByHand: 'Sagen Sie den Termin ab, melden wir uns wegen einer Erstattung bei Ihnen.',
  unpaidIfCancelled: 'Sagen Sie den Termin ab, klären wir mit Ihnen, ob etwas zu zahlen ist.',
  refundOver: (until: string, amount: string) =>
    `Die Frist für eine kostenlose Absage ist am ${until} abgelaufen. Sagen Sie den Termin jetzt noch ab, erstatten wir Ihnen ${amount} nicht automatisch. Haben wir den Termin verschoben, sprechen Sie uns bitte vorher an.`,
  refundOverBefore: {
    customer: (until: string, amount: string) =>
      `Die Frist für eine kostenlose Absage war bereits am ${until} abgelaufen, als Sie den Termin verschoben haben; daran ändert das Verschieben nichts. Sagen Sie den Termin jetzt noch ab, erstatten wir Ihnen ${amount} nicht.`,
    team: (until: string, _amount: string) =>
      `Die Frist für eine kostenlose Absage über den Link war schon am ${until} abgelaufen. Können Sie den neuen Termin nicht wahrnehmen, melden Sie sich bitte bei uns, bevor Sie absagen. Wir besprechen dann mit Ihnen, wie es mit Ihrer Zahlung weitergeht.`,
  },
  rights:
    'Ihre gesetzlichen Rechte, etwa ein Widerrufsrecht als Verbraucher, bleiben von diesen Regeln unberührt.',
  withdrawal:
    'Haben Sie als Verbraucher ein Widerrufsrecht und möchten Sie widerrufen, genügt eine Nachricht an uns.',
  slotKeptSubject: (title: string, time: string) => `Bitte bestätigen Sie Ihren Termin: ${title}, ${time}`,
  slotKept: {
    free: {
      sentence: (until: string, isHeld: boolean) =>
        `mit dieser E-Mail-Adresse wurde ein Termin angefragt. Er ist erst gebucht, wenn Sie ihn bestätigen. Das ist bis ${until} möglich${isHeld ? '' : ', solange er noch frei ist'}.`,
      link: 'Termin bestätigen',
    },
    paid: {
      sentence: (until: string, isHeld: boolean) =>
        `mit dieser E-Mail-Adresse wurde ein Termin angefragt. Er ist erst gebucht, wenn Sie ihn bestätigen und danach online bezahlen. Bestätigen können Sie ihn bis ${until}${isHeld ? '' : ', solange er noch frei ist'}.`,
      link: 'Termin bestätigen und bezahlen',
    },
  },
  slotNotConfirmed: 'Danach wird die Anfrage gelöscht. Sie können den Termin dann neu anfragen.',
  slotNotWanted: 'Wenn Sie keinen Termin angefragt haben, müssen Sie nichts tun.',
  bookingConfirmedSubject: (title: string, time: string) => `Terminbestätigung: ${title}, ${time}`,
  bookingConfirmed: 'Ihr Termin ist bestätigt.',
  bookingMovedSubject: (title: string, time: string) => `Termin verschoben: ${title}, ${time}`,
  bookingMoved: {
    customer: (_contact: string, _canMove: boolean) =>
      'Sie haben Ihren Termin über den Link in unserer E-Mail verschoben.',
    team: (contact: string, canMove: boolean) =>
      canMove
        ? `wir haben Ihren Termin verschoben. Passt Ihnen der neue Termin nicht, verschieben Sie ihn bitte über den Link oder melden Sie sich bei uns.`
        : `wir haben Ihren Termin verschoben. Passt Ihnen der neue Termin nicht, ${contact}.`,
  },
  bookingCancelledSubject: (title: string, time: string) => `Terminabsage: ${title}, ${time}`,
  bookingCancelled: {
    customer: 'Sie haben Ihren Termin über den Link in unserer E-Mail abgesagt. Er findet nicht statt.',
    team: 'Ihr Termin ist abgesagt. Er findet nicht statt.',
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
    `Mit dieser Absage haben wir Ihnen ${amount} noch nicht erstattet. Wir melden uns deswegen bei Ihnen, falls das nicht schon geschehen ist.`,
  notRefundedLate: (amount: string, endedAt: string) =>
    `Die Frist für eine kostenlose Absage ist am ${endedAt} abgelaufen. Deshalb erstatten wir Ihnen ${amount} nicht automatisch. Haben wir den Termin verschoben, melden Sie sich bitte bei uns.`,
  unpaidCancelled: {
    customer:
      'Eine Zahlung von Ihnen ist nicht verbucht. Wir klären mit Ihnen, ob für diesen Termin etwas zu zahlen ist. Haben Sie schon eine Rechnung erhalten, zahlen Sie sie bitte erst, wenn das geklärt ist. Haben Sie schon gezahlt, melden Sie sich bitte bei uns.',
    team: 'Eine Zahlung von Ihnen ist nicht verbucht; für diesen Termin müssen Sie nichts zahlen. Haben Sie schon eine Rechnung erhalten, zahlen Sie sie bitte nicht; wir stornieren sie. Haben Sie schon gezahlt, melden Sie sich bitte bei uns.',
  },
  returned: (amount: string, isPayPal: boolean) =>
    `${isPayPal ? 'PayPal' : 'Ihre Bank'} hat Ihnen bereits ${amount} zurückgegeben, weil die Zahlung angefochten wurde. Diesen Betrag erstatten wir nicht noch einmal.`,
  bookingReminderSubject: (title: string, time: string) => `Erinnerung: ${title}, ${time}`,
  bookingReminder: 'wir möchten Sie an Ihren Termin erinnern.',
  paymentProcessingSubject: (title: string, time: string) =>
    `Termin vorläufig reserviert, noch nicht bestätigt: ${title}, ${time}`,
  paymentProcessing: (amount: string) =>
    `vielen Dank. Ihr Termin ist vorläufig reserviert, aber noch nicht bestätigt. Wir ziehen ${amount} per SEPA-Lastschrift ein, was einige Tage dauert. Sobald der Betrag eingegangen ist, erhalten Sie die Terminbestätigung. Bis dahin müssen Sie nichts tun; bitte sorgen Sie nur für ausreichende Deckung auf Ihrem Konto.`,
  reservedUntil: (until: string) =>
    `Wir halten den Termin längstens bis ${until} frei. Ist der Betrag bis dahin nicht eingegangen, endet die Reservierung, und der Termin entfällt. Geht der Betrag danach noch ein, erstatten wir ihn.`,
  cancelReservation: (contact: string) =>
    `Möchten Sie den Termin nicht mehr, ${contact}. Wir können ihn absagen und das Geld erstatten, sobald der Betrag eingezogen ist. Bitte geben Sie die Lastschrift nicht bei Ihrer Bank zurück.`,
  paymentFailedSubject: (title: string, time: string) =>
    `Termin entfällt, Zahlung nicht zustande gekommen: ${title}, ${time}`,
  paymentFailed: (amount: string) =>
    `der Einzug von ${amount} per SEPA-Lastschrift ist nicht zustande gekommen. Der Termin ist deshalb nicht mehr reserviert und findet nicht statt.`,
  refundedIfPaid: 'Geht der Betrag doch noch ein, erstatten wir ihn.',
  nothingToPay: 'Sie müssen für diesen Termin nichts zahlen und nichts weiter tun.',
  nothingToDo: 'Sie müssen nichts weiter tun.',
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
};

export type Texts = typeof de;
