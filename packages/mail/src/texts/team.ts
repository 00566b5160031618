/** The data in sentences to the team. */
interface Said {
  by: 'customer' | 'team';
  /** Amount of the missing refund, or of the dispute. */
  amount: string;
  /** Day on which the dispute was opened. */
  day: string;
  /** Deadline for the company to respond to the dispute. */
  until: string | null;
  isCustomerTold: boolean;
  /** The planner whom the reader has to inform. Null: nobody, or the reader is the planner. */
  otherPlanner: string | null;
  isPayPal: boolean;
  isByHand: boolean;
  /** Whether the appointment is still to take place. */
  takesPlace: boolean;
}

/** The data in sentences about an endpoint. */
interface Failing {
  consecutiveFailures: number;
  maxConsecutiveFailures: number;
  /** Time of the next possible attempt. */
  next: string;
}

/** Language of mails to the team. */
export const teamLanguage = 'de';

/** The texts to the team. */
export const team = {
  automatic: 'Diese E-Mail wurde automatisch erstellt.',
  offer: 'Angebot',
  customer: 'Kunde',
  offerPrice: 'Angebotspreis',

  offers: {
    accepted: {
      subject: (number: string) => `Angebot ${number} angenommen`,
      sentence: 'der Kunde hat das Angebot über seinen Link angenommen.',
      confirmed: (address: string) => `Die Bestätigung mit dem Vertrag als PDF wird an ${address} gesendet.`,
      toConfirm:
        'Bitte bestätigen Sie ihm die Annahme unverzüglich auf einem dauerhaften Datenträger (§ 312f Abs. 2, § 312i BGB), mit dem Vertrag.',
      mail: 'Bestätigung der Annahme mit dem Vertrag',
    },
    withdrawn: {
      subject: (number: string) => `Widerruf zu Angebot ${number}`,
      sentence:
        'der Kunde hat den Vertrag über seinen Link widerrufen. Seine Erklärung ist beim Angebot gespeichert. Das Angebot bleibt angenommen.',
      confirmed: (address: string) => `Die Eingangsbestätigung (§ 356a BGB) wird an ${address} gesendet.`,
      toConfirm:
        'Bitte bestätigen Sie ihm den Eingang unverzüglich auf einem dauerhaften Datenträger (§ 356a BGB), mit dem Inhalt der Erklärung, Datum und Uhrzeit.',
      mail: 'Eingangsbestätigung des Widerrufs',
    },
  },
  offerMustWait:
    'Der Kunde hat nicht verlangt, dass die Arbeiten vor Ablauf der Widerrufsfrist beginnen. Für frühere Arbeiten stünde Ihnen bei einem Widerruf nichts zu (§ 357a Abs. 2 BGB).',
  offerWithoutAddress: 'Der Kunde hat keine E-Mail-Adresse.',
  offerDeclinedSubject: (number: string) => `Angebot ${number} abgelehnt`,
  offerDeclined: 'der Kunde hat das Angebot über seinen Link abgelehnt.',
  offerDeclinedReason: 'Er hat einen Grund angegeben, der beim Angebot gespeichert ist.',
  offerUndeliveredSubject: (number: string) => `E-Mail nicht zugestellt: Angebot ${number}`,
  offerUndelivered:
    'eine E-Mail an den Kunden konnte nicht zugestellt werden. Bitte wählen Sie einen anderen Weg, zum Beispiel einen Brief.',

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
  address: 'Adresse',
  location: { ON_SITE: 'beim Kunden', VIDEO: 'per Video', PHONE: 'telefonisch', OFFICE: 'im Büro' },
  note: { customer: 'Nachricht des Kunden:', team: 'Interne Notiz:' },
  cancellationReason: 'Grund der Absage:',
  message: 'Nachricht an den Kunden:',
  notPaidYet: 'Noch nicht bezahlt',
  billedTo: 'Rechnungsempfänger',
  paidBy: {
    card: 'mit Karte',
    paypal: 'mit PayPal',
    sepa_debit: 'per SEPA-Lastschrift',
    manual: 'außerhalb der Online-Zahlung',
    other: 'online',
  },
  payment: 'Zahlung beim Anbieter',
  providerReason: 'Grund laut Zahlungsanbieter:',
  planner: 'Jetzt bei',
  assigned: 'Eingeteilt',
  phone: 'Telefon',
  email: 'E-Mail',
  bookingId: 'Buchungs-ID',
  language: 'Sprache',
  english: 'Englisch',
  state: 'Stand',
  stateOf: {
    PENDING_PAYMENT: 'reserviert, noch nicht bestätigt',
    CONFIRMED: 'bestätigt',
    COMPLETED: 'hat stattgefunden',
    NO_SHOW: 'Kunde nicht angetroffen',
    CANCELLED: 'abgesagt',
    EXPIRED: 'entfallen',
  },
  isOver: 'Zeit ist vorbei',
  waitsForRefund: 'Absage wartet auf die Erstattung',
  told: {
    yes: 'Der Kunde wurde per E-Mail benachrichtigt.',
    no: 'Der Kunde wurde darüber nicht benachrichtigt.',
    noAddress:
      'Der Kunde hat keine E-Mail-Adresse und wurde nicht benachrichtigt. Bitte informieren Sie ihn.',
  },
  tasks: {
    invoice: 'Dem Kunden ist eine Rechnung angekündigt. Bitte stellen Sie sie ihm.',
    invoiceUnlessMade:
      'Dem Kunden ist eine Rechnung angekündigt. Bitte stellen Sie sie ihm, falls das noch nicht geschehen ist.',
    invoiceToPay:
      'Der Kunde wurde gebeten, auf Ihre Rechnung hin zu zahlen. Bitte stellen Sie sie ihm, falls das noch nicht geschehen ist.',
    correctInvoice: 'Ist schon eine Rechnung gestellt, berichtigen Sie sie bitte.',
    cancelInvoice: 'Ist schon eine Rechnung gestellt, stornieren Sie sie bitte.',
    refund: 'Bitte klären Sie mit dem Kunden, ob er Geld zurückbekommt.',
    announcedRefund: {
      customer:
        'Dem Kunden ist angekündigt, dass Sie sich wegen der Erstattung bei ihm melden, ihm mitteilen, wie Sie einen einbehaltenen Betrag abrechnen, und eine schon gestellte Rechnung berichtigen, falls nötig.',
      team: 'Dem Kunden ist angekündigt, dass Sie sich wegen der Erstattung bei ihm melden und eine schon gestellte Rechnung berichtigen, falls nötig.',
    },
    announcedKept:
      'Dem Kunden ist angekündigt, dass Sie ihm mitteilen, wie Sie den einbehaltenen Betrag abrechnen, und eine schon gestellte Rechnung berichtigen, falls nötig.',
    withdrawnBeforeStart:
      'Der Termin wird abgesagt, und was online bezahlt wurde, geht zurück, soweit der Kunde es nicht schon zurückerhalten hat. Was der Kunde direkt an Sie gezahlt hat, erstatten Sie bitte binnen 14 Tagen (§ 357 BGB).',
    withdrawnLate:
      'Der Termin hatte schon begonnen oder war schon abgesagt. Deshalb wird nichts automatisch erstattet. Bitte prüfen Sie, was dem Kunden zusteht, und erstatten Sie es binnen 14 Tagen (§ 357 BGB). Für eine Leistung, die er vor Ablauf der Widerrufsfrist verlangt hat, kann ein Teil des Preises bei Ihnen bleiben (§ 357a BGB).',
    perhapsWithdrawal: 'Die Absage kann ein Widerruf sein. Bitte prüfen Sie das.',
    isFree:
      'Dem Kunden ist mitgeteilt, dass der Termin stattfindet und für ihn nichts zu zahlen ist. Soll er nicht stattfinden, sagen Sie ihn bitte ab.',
    settle: 'Bitte klären Sie mit dem Kunden, ob etwas zu zahlen ist.',
    settleInvoice:
      'Ist schon eine Rechnung gestellt, berichtigen oder stornieren Sie sie danach, falls nötig.',
    unpaid: {
      customer:
        'Dem Kunden ist angekündigt, dass Sie klären, ob etwas zu zahlen ist. Bitte klären Sie das mit ihm.',
      team: 'Dem Kunden ist mitgeteilt, dass er für diesen Termin nichts zahlen muss.',
    },
  },
  refund: 'Erstattung',
  refundOf: {
    made: (amount: string) => `${amount} mit dieser Absage veranlasst`,
    none: (amount: string) => `mit dieser Absage keine veranlasst, ${amount} sind nicht erstattet`,
    returned: (amount: string, isPayPal: boolean) =>
      `keine, ${amount} hat ${isPayPal ? 'PayPal' : 'die Bank'} dem Kunden durch die Anfechtung bereits zurückgegeben`,
    byHand: (amount: string) =>
      `nicht durch diesen Dienst, ${amount} hat der Kunde außerhalb der Online-Zahlung bezahlt`,
  },
  receiptTo: 'E-Mail laut Widerruf',
  undelivered: 'Nicht zugestellt',
  undeliveredReason: 'Grund',
  invalidRecipient: 'ungültige E-Mail-Adresse oder ungültiger Name',
  undeliveredMail: {
    confirmed: 'Terminbestätigung',
    moved: 'Mitteilung des neuen Termins',
    cancelled: 'Terminabsage',
    withdrawn: 'Eingangsbestätigung des Widerrufs (§ 356a BGB)',
    refunded: 'Mitteilung der Erstattung',
    reminder: 'Erinnerung an den Termin',
    'payment-processing': 'Mitteilung der Reservierung',
    'payment-failed': 'Mitteilung der fehlgeschlagenen Zahlung',
    'payment-overdue': 'Mitteilung der ausgebliebenen Zahlung',
    'payment-late': 'Mitteilung der Erstattung',
  },
  booking: {
    confirmed: {
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
    withdrawn: {
      subject: (title: string, time: string) => `Widerruf: ${title}, ${time}`,
      sentence: () =>
        'der Kunde hat den Vertrag über diesen Termin über seinen Link widerrufen. Der Widerruf ist bei der Buchung gespeichert.',
    },
    'taken-over': {
      subject: (title: string, time: string) => `Termin für Sie: ${title}, ${time}`,
      sentence: () => 'Ihnen wurde ein Termin übergeben. Der Kunde wurde darüber nicht benachrichtigt.',
    },
    'handed-over': {
      subject: (title: string, time: string) => `Termin übergeben: ${title}, ${time}`,
      sentence: () => 'ein Termin von Ihnen wurde jemand anderem übergeben.',
    },
    refunded: {
      subject: (title: string, time: string, amount: string) => `Erstattung von ${amount}: ${title}, ${time}`,
      sentence: ({ amount, isByHand }: Said) =>
        isByHand
          ? `eine Erstattung von ${amount} an den Kunden ist eingetragen.`
          : `eine Erstattung von ${amount} an den Kunden ist veranlasst, ohne dass damit ein Termin abgesagt wurde.`,
    },
    'payment-processing': {
      subject: (title: string, time: string) => `Termin reserviert, Lastschrift läuft: ${title}, ${time}`,
      sentence: ({ until }: Said) =>
        `ein Kunde hat einen Termin reserviert und zahlt per SEPA-Lastschrift. Der Termin ist noch nicht bestätigt. Er bleibt längstens bis ${until} reserviert; geht der Betrag bis dahin nicht ein, entfällt er. Absagen können Sie ihn erst, wenn der Betrag eingezogen ist.`,
    },
    'payment-failed': {
      subject: (title: string, time: string) =>
        `Termin entfallen, Lastschrift fehlgeschlagen: ${title}, ${time}`,
      sentence: () =>
        'die SEPA-Lastschrift für einen reservierten Termin ist fehlgeschlagen. Der Termin ist nicht mehr reserviert und findet nicht statt. Geht der Betrag doch noch ein, wird er dem Kunden erstattet.',
    },
    'payment-overdue': {
      subject: (title: string, time: string) =>
        `Termin entfallen, Zahlung nicht bestätigt: ${title}, ${time}`,
      sentence: () =>
        'die SEPA-Lastschrift für einen reservierten Termin wurde nicht bestätigt. Der Termin ist nicht mehr reserviert und findet nicht statt. Geht der Betrag noch ein, wird er dem Kunden erstattet.',
    },
    'payment-late': {
      subject: (title: string, time: string) => `Zahlung zu spät eingegangen: ${title}, ${time}`,
      sentence: () =>
        'eine Zahlung ist eingegangen, als der Termin nicht mehr reserviert war. Der Termin findet nicht statt. Der Betrag wird dem Kunden vollständig erstattet.',
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
        `Absage nicht abgeschlossen, Erstattung abgelehnt: ${title}, ${time}`,
      sentence: ({ by, amount, otherPlanner }: Said) =>
        `${by === 'customer' ? 'der Kunde wollte den Termin über seinen Link absagen' : 'Ihr Team wollte den Termin absagen'}, aber der Zahlungsanbieter hat die Erstattung von ${amount} abgelehnt. ${by === 'customer' ? `Im System steht der Termin noch, der Kunde rechnet aber nicht mehr mit ihm. ${otherPlanner === null ? 'Bitte nehmen Sie ihn nicht wahr.' : `Bitte sagen Sie ${otherPlanner} Bescheid, dass der Termin nicht wahrgenommen werden soll.`}` : 'Im System steht der Termin deshalb noch.'} Der Kunde wurde nicht benachrichtigt. Bitte prüfen Sie zuerst, ob die Bank dem Kunden das Geld schon zurückgegeben hat (Rückbuchung), und überweisen Sie es dann nicht noch einmal. Klären Sie mit dem Kunden, ob und wie er das Geld erhält. Sagen Sie den Termin danach ohne Erstattung ab: Dann löst die Absage keine weitere Zahlung aus. Erklären Sie das dem Kunden in der Nachricht zur Absage.`,
    },
    'key-refused': {
      subject: () => 'Kunden können nicht mehr online zahlen',
      sentence: () =>
        'der Zahlungsanbieter lehnt den Schlüssel Ihres Kontos ab, zuletzt bei diesem Termin. Bis ein neuer Schlüssel hinterlegt ist, sind kostenpflichtige Termine online nicht buchbar, und Erstattungen warten. Bitte senden Sie einen neuen Schlüssel nicht per E-Mail, sondern übergeben Sie ihn dem Betreiber des Dienstes auf sicherem Weg. Der Betreiber hinterlegt ihn mit diesem Befehl:',
    },
    'dispute-opened': {
      subject: (title: string, time: string) => `Zahlung angefochten: ${title}, ${time}`,
      sentence: ({ amount, day, until, isPayPal, takesPlace }: Said) =>
        `${isPayPal ? `der Kunde hat am ${day} die Zahlung von ${amount} bei PayPal angefochten` : `die Bank des Kunden hat am ${day} die Zahlung von ${amount} angefochten (Rückbuchung)`}. Bis zur Entscheidung kann der Betrag von Ihrem Konto beim Zahlungsanbieter abgezogen werden. Bitte antworten Sie im Dashboard des Zahlungsanbieters ${until === null ? 'innerhalb der Frist, die dort steht' : `bis ${until}`} und erstatten Sie den Betrag nicht zusätzlich. Ohne Antwort verlieren Sie ihn voraussichtlich.${takesPlace ? ' Der Termin bleibt bestehen. Bitte klären Sie mit dem Kunden, ob er stattfindet.' : ''}`,
    },
    'dispute-won': {
      subject: (title: string, time: string) => `Anfechtung der Zahlung gewonnen: ${title}, ${time}`,
      sentence: ({ amount }: Said) =>
        `über die Anfechtung der Zahlung ist zu Ihren Gunsten entschieden: Sie behalten ${amount}.`,
    },
    'dispute-lost': {
      subject: (title: string, time: string) => `Anfechtung der Zahlung verloren: ${title}, ${time}`,
      sentence: ({ amount, isPayPal, takesPlace }: Said) =>
        `die Anfechtung der Zahlung ist verloren: ${isPayPal ? 'PayPal' : 'Die Bank'} hat dem Kunden ${amount} zurückgegeben. ${takesPlace ? 'Bitte klären Sie mit dem Kunden, ob der Termin stattfindet und wie er ihn bezahlt. Wird er abgesagt, erstattet dieser Dienst den Betrag nicht noch einmal. ' : ''}Bitte prüfen Sie, ob Rechnung und Umsatzsteuer zu berichtigen sind.`,
    },
    undelivered: {
      subject: (title: string, time: string) => `E-Mail nicht zugestellt: ${title}, ${time}`,
      sentence: () =>
        'eine E-Mail an den Kunden konnte nicht zugestellt werden. Bitte informieren Sie ihn auf anderem Weg.',
    },
  },

  /** Texts by Stripe's reason codes. */
  disputeReasons: {
    bank_cannot_process: 'Die Bank kann die Zahlung nicht verarbeiten.',
    credit_not_processed: 'Der Kunde vermisst eine Erstattung.',
    customer_initiated: 'Der Kunde hat die Lastschrift zurückgegeben.',
    debit_not_authorized: 'Der Kunde sagt, dass er die Lastschrift nicht erlaubt hat.',
    duplicate: 'Der Kunde sagt, dass er doppelt bezahlt hat.',
    fraudulent: 'Der Kunde sagt, dass er die Zahlung nicht veranlasst hat.',
    general: 'Es ist kein genauer Grund angegeben.',
    incorrect_account_details: 'Die Kontodaten sind falsch.',
    insufficient_funds: 'Das Konto ist nicht gedeckt.',
    product_not_received: 'Der Kunde sagt, dass er die Leistung nicht erhalten hat.',
    product_unacceptable: 'Der Kunde bemängelt die Leistung.',
    subscription_canceled: 'Der Kunde sagt, dass er gekündigt hat.',
    unrecognized: 'Der Kunde erkennt die Zahlung nicht.',
  } as Readonly<Record<string, string>>,

  testSubject: 'Testnachricht',
  test: 'Der Versand von E-Mails funktioniert.',
};
