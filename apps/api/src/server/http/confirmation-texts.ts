/** Texts of the page on which a customer confirms an appointment. */
export const confirmationTexts = {
  de: {
    title: 'Termin bestätigen',
    question: 'Möchten Sie diesen Termin buchen?',
    until: (time: string) => `Sie können ihn bis ${time} bestätigen.`,
    confirm: 'Termin bestätigen',
    confirmAndPay: 'Bestätigen und bezahlen',
    price: (amount: string) => `${amount} inkl. USt.`,
    confirmed: 'Sie haben diesen Termin bestätigt.',
    view: 'Weiter zum Termin',
    unpaid: 'Dieser Termin ist noch nicht bezahlt. Er ist erst nach der Bezahlung verbindlich gebucht.',
    pay: 'Weiter zur Zahlung',
    cancelled: 'Dieser Termin wurde abgesagt.',
    expired:
      'Die Zeit, in der Sie den Termin bestätigen konnten, ist abgelaufen. Bitte buchen Sie ihn noch einmal.',
    unavailable: 'Dieser Termin ist leider nicht mehr frei. Bitte wählen Sie einen anderen.',
    tooMany:
      'Sie haben bereits mehrere Termine bei uns. Bitte sagen Sie einen davon ab, oder rufen Sie uns für einen weiteren an.',
    tooManyHolds:
      'Zwei Ihrer Termine sind noch nicht bezahlt, oder ihre Lastschriften sind unterwegs. Bitte bezahlen Sie einen davon oder brechen Sie seine Bezahlung ab, oder rufen Sie uns an.',
    wait: (minutes: number) =>
      `Aus Ihrem Netz oder mit Adressen Ihres E-Mail-Anbieters wurden gerade mehrere Termine bestätigt. Ihr Link bleibt gültig: Bitte bestätigen Sie Ihren Termin in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`}.`,
    notPayable: 'Dieser Termin kann zurzeit nicht online bezahlt werden. Bitte rufen Sie uns an.',
    notFound: 'Dieser Link ist ungültig. Bitte prüfen Sie, ob er vollständig ist.',
    failed: 'Das hat leider nicht geklappt. Bitte versuchen Sie es in einer Minute noch einmal.',
    retry: 'Noch einmal versuchen',
  },
  en: {
    title: 'Confirm the appointment',
    question: 'Would you like to book this appointment?',
    until: (time: string) => `You can confirm it until ${time}.`,
    confirm: 'Confirm the appointment',
    confirmAndPay: 'Confirm and pay',
    price: (amount: string) => `${amount} including VAT`,
    confirmed: 'You have confirmed this appointment.',
    view: 'Go to the appointment',
    unpaid: 'This appointment is not paid yet. It is only booked once it is paid.',
    pay: 'Go to the payment',
    cancelled: 'This appointment was cancelled.',
    expired: 'The time in which you could confirm the appointment is over. Please book it again.',
    unavailable: 'This appointment is no longer free. Please choose another one.',
    tooMany:
      'You have several appointments with us already. Please cancel one of them, or call us for a further one.',
    tooManyHolds:
      'Two of your appointments are not paid yet, or their debits are being collected. Please pay or leave one of them, or call us.',
    wait: (minutes: number) =>
      `Several appointments were just confirmed from your network or with addresses of your mail provider. Your link stays valid: please confirm your appointment in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    notPayable: 'This appointment cannot be paid online at the moment. Please call us.',
    notFound: 'This link is invalid. Please check that it is complete.',
    failed: 'This did not work. Please try again in a minute.',
    retry: 'Try again',
  },
} as const;

export type ConfirmationTexts = (typeof confirmationTexts)[keyof typeof confirmationTexts];
