import type { Texts } from './de.ts';

export const en: Texts = {
  hello: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  regards: (company) => `Kind regards\n${company}`,
  automatic: 'This e-mail was sent automatically.',
  offer: 'Offer',
  customer: 'Customer',
  receivedAt: 'Received on',
  typedName: 'Name as stated',
  offerPrice: 'Price of the offer',

  imprintRegister: (court, number) => `${court}, ${number}`,
  imprintManagers: (names) => `Represented by: ${names}`,
  imprintVatId: (id) => `VAT ID: ${id}`,

  offerAcceptedSubject: (number) => `Offer ${number} accepted`,
  offerAccepted: 'The customer has accepted the offer by the link.',
  offerDeclinedSubject: (number) => `Offer ${number} declined`,
  offerDeclined: 'The customer has declined the offer by the link.',
  offerDeclinedReason: 'The customer gave a reason, which is stored with the offer.',
  offerWithdrawnSubject: (number) => `Withdrawal from offer ${number}`,
  offerWithdrawn:
    'The customer has withdrawn from the contract by the link. The declaration is stored with the offer, which remains accepted.',
  offerWithdrawnConfirmed: (address) =>
    `The acknowledgement of receipt (section 356a of the German Civil Code) is sent to ${address}.`,
  offerWithdrawnUnconfirmed:
    'The customer has no e-mail address. Please acknowledge the receipt without delay on a durable medium (section 356a of the German Civil Code), with the content of the declaration, the date and the time.',

  confirmationSubject: (number) => `Acknowledgement of receipt: your withdrawal from offer ${number}`,
  confirmation: 'We have received your declaration of withdrawal.',
  contract: 'Contract',
  contractValue: (number, acceptedOn) => `Offer ${number}, accepted on ${acceptedOn}`,
  declaration: 'Declaration',
  declarationValue: 'Withdrawal from this contract',
  yourMessage: 'Your message:',
  confirmationUse:
    'Please keep this e-mail. It acknowledges the receipt of your declaration. We will contact you about the next steps.',

  endpoint: {
    failing: {
      subject: (host) => `Webhooks do not arrive: ${host}`,
      sentence: ({ consecutiveFailures, maxConsecutiveFailures, next }) =>
        `A webhook endpoint accepts no events: ${consecutiveFailures} deliveries in a row have failed. The next attempt is made from ${next}. After ${maxConsecutiveFailures} failures in a row, the endpoint is disabled.`,
      remedy: (days) =>
        `Please check the receiver. As soon as it responds again, the waiting events are delivered. If the endpoint is disabled before that, they are kept for up to ${days} days.`,
    },
    disabled: {
      subject: (host) => `Webhook endpoint disabled: ${host}`,
      sentence: ({ consecutiveFailures }) =>
        `A webhook endpoint was disabled because ${consecutiveFailures} deliveries in a row have failed. It receives no events until you enable it again.`,
      remedy: (days) =>
        `Please fix the receiver, then enable the endpoint in the planner. The waiting events are delivered then. They are kept for up to ${days} days. Operators of the service can also enable the endpoint with this command:`,
    },
  },
  endpointUrl: 'Endpoint',
  failingSince: 'Failing since',
  failedInARow: 'Failed in a row',
  lastError: 'Last error',
  technicalError: 'Technical message',
  endpointErrors: {
    http_status: 'The receiver responded with an error status.',
    redirect: 'The receiver responded with a redirect.',
    timeout: 'The receiver did not respond in time.',
    connection_refused: 'The receiver refused the connection.',
    connection_reset: 'The receiver closed the connection without a response.',
    connection_failed: 'No connection to the receiver was possible.',
    tls_error: 'No encrypted connection to the receiver was possible.',
    protocol_error: 'The response of the receiver was not HTTP.',
    dns_error: 'The host name of the receiver was not found.',
    blocked_address: 'The address of the receiver is not public.',
  },
  waitingEvents: 'Waiting events',
  orMore: (count) => `${count} or more`,

  appointment: 'Appointment',
  startsAt: 'Start',
  newTime: 'New time',
  previousTime: 'Previous time',
  duration: 'Duration',
  minutes: (minutes) => `${minutes} minutes`,
  place: 'Location',
  location: {
    customer: {
      ON_SITE: 'at your address',
      VIDEO: 'by video call',
      PHONE: 'by phone',
      OFFICE: 'at our office',
    },
    team: {
      ON_SITE: "at the customer's",
      VIDEO: 'by video call',
      PHONE: 'by phone',
      OFFICE: 'at the office',
    },
  },
  address: 'Address',
  note: { customer: 'Message of the customer:', team: 'Internal note:' },
  cancellationReason: 'Reason for the cancellation:',
  price: 'Price',
  withTax: (amount, rate, tax) => `${amount} including ${rate} VAT (${tax})`,
  withoutTax: (amount) => `${amount}, no VAT`,
  discount: 'Discount (promotion code)',
  costs: 'Cost',
  noCosts: 'free of charge',
  debit: 'SEPA direct debit',
  toPay: 'Still to pay',
  notPaidYet: 'Not paid yet',
  paid: 'Paid',
  nothingPaid: 'nothing so far',
  paidOn: (day, way) => (day === null ? `Paid ${way}` : `Paid on ${day} ${way}`),
  paidBy: {
    customer: {
      card: 'by card',
      paypal: 'with PayPal',
      sepa_debit: 'by SEPA direct debit',
      manual: 'directly to us',
      other: 'online',
    },
    team: {
      card: 'by card',
      paypal: 'with PayPal',
      sepa_debit: 'by SEPA direct debit',
      manual: 'outside the online payment',
      other: 'online',
    },
  },
  refundedSum: 'Refunds in total',
  returnedSum: 'Returned by the bank',
  remains: 'Paid less refunds',
  rest: (amount) => `the remaining ${amount}`,
  invoice: 'You will receive the invoice separately from us.',
  noInvoice: 'This e-mail is not an invoice.',
  invoiceCorrected:
    'This e-mail is not an invoice. If you have already received an invoice, it will be corrected.',
  receiptOfKept:
    'We will let you know separately how we account for the amount that we keep. If you have already received an invoice, we will correct it if necessary. This e-mail is not an invoice.',
  contact: (repliesReach, phone) =>
    phone === null
      ? repliesReach
        ? 'please reply to this e-mail'
        : 'please contact us'
      : repliesReach
        ? `please reply to this e-mail or call us on ${phone}`
        : `please call us on ${phone}`,
  questions: (contact) => `If you have any questions, ${contact}.`,
  objection: (contact) => `If you disagree or have any questions, ${contact}.`,
  payment: 'Payment at the provider',
  providerReason: 'Reason given by the payment provider:',
  planner: 'Now with',
  phone: 'Telephone',
  email: 'E-mail',
  bookingId: 'Booking ID',
  viewBooking: 'View the appointment',
  manageBooking: (url) => `Manage the appointment: ${url}`,
  declineInCalendar: 'Declining it in your calendar does not cancel the appointment.',
  moveBooking: 'View or move the appointment',
  cancelBooking: 'View or cancel the appointment',
  changeBooking: 'View, move or cancel the appointment',
  changeOnline: (move, cancel, withoutRefund) => {
    const without = withoutRefund === null ? '' : `, but there is no refund after ${withoutRefund}`;
    if (move === null && cancel === null) return null;
    if (move === cancel) return `You can move or cancel it online until ${move}${without}.`;
    if (cancel === null) return `You can move it online until ${move}.`;
    if (move === null) return `You can cancel it online until ${cancel}${without}.`;
    return `You can move it online until ${move} and cancel it until ${cancel}${without}.`;
  },
  changeLater: (contact) => `Once this is no longer possible online, ${contact}.`,
  changeByContact: (contact) => `To move or cancel the appointment, ${contact}.`,
  refundUntil: (until, amount, isMoveToo) =>
    isMoveToo
      ? `You can move the appointment or cancel it free of charge until ${until}: we will refund ${amount} only if you cancel by then.`
      : `You can cancel free of charge until ${until}: if you cancel by then, we will refund ${amount}.`,
  refundMoves:
    'If you move the appointment before the deadline for free cancellation, the deadline follows the new time. Once it has passed, moving the appointment does not bring it back.',
  refundOver: (until, amount) =>
    `The deadline for free cancellation passed on ${until}. If you cancel now, we will not refund ${amount}.`,
  refundOverBefore: {
    customer: (until, amount) =>
      `The deadline for free cancellation had already passed on ${until} when you moved the appointment, and moving it does not bring it back. If you cancel now, we will not refund ${amount}.`,
    team: (until, amount) =>
      `The deadline for free cancellation had already passed on ${until} when we moved the appointment, and moving it does not bring it back. If you cancel now, we will not refund ${amount}.`,
  },
  rights: "This does not affect your statutory rights, such as a consumer's right of withdrawal.",
  slotKeptSubject: (title, time) => `Please confirm your appointment: ${title}, ${time}`,
  slotKept: (until) =>
    `An appointment was requested for this e-mail address. It is booked only when you confirm it, which is possible until ${until}.`,
  confirmSlot: 'Confirm the appointment',
  slotNotWanted: 'If you have not requested an appointment, you need not do anything.',
  bookingConfirmedSubject: (title, time) => `Appointment confirmed: ${title}, ${time}`,
  bookingConfirmed: 'Your appointment is confirmed.',
  bookingMovedSubject: (title, time) => `Appointment moved: ${title}, ${time}`,
  bookingMoved: {
    customer: () => 'You have moved your appointment using your link.',
    team: (contact, canMove) =>
      canMove
        ? 'We have moved your appointment. If the new time does not suit you, please move it using the link or contact us.'
        : `We have moved your appointment. If the new time does not suit you, ${contact}.`,
  },
  bookingCancelledSubject: (title, time) => `Appointment cancelled: ${title}, ${time}`,
  bookingCancelled: {
    customer: 'You have cancelled your appointment using your link. It will not take place.',
    team: 'We are sorry, but we have to cancel your appointment. It will not take place.',
  },
  messageToCustomer: 'Our message to you:',
  cancelledAppointment: 'Cancelled appointment:',
  lostAppointment: 'Appointment that will not take place:',
  refunded: (amount, way) => `We are refunding ${amount} ${way}`,
  refundWay: {
    card: 'to the card you used. It usually takes 5 to 10 working days to appear, depending on your bank.',
    paypal: 'to your PayPal account. It usually takes a few days to appear.',
    sepa_debit: 'to the bank account that was debited. It usually takes a few working days to appear.',
    other: 'in the way you paid. It usually takes a few days to appear.',
  },
  refundedSubject: (amount, title, time) => `Refund of ${amount}: ${title}, ${time}`,
  refundedWithoutCancellation: (amount, way) => `We are refunding ${amount} ${way}`,
  appointmentUnchanged: 'Your appointment stays as it is.',
  appointmentFree: 'Your appointment still takes place. There is nothing to pay for it.',
  notRefunded: (amount) => `We have not started a refund with this cancellation (${amount}).`,
  notRefundedLate: (amount, endedAt) =>
    `The deadline for free cancellation passed on ${endedAt}. We are therefore not refunding ${amount}.`,
  notRefundedDirect: (amount) => `You paid us directly. We therefore do not refund ${amount} automatically.`,
  returnedByBank: (amount) =>
    `Your bank has already returned ${amount} to you, because the payment was disputed. We do not refund this amount again.`,
  refund: 'Refund',
  teamRefund: {
    made: (amount) => `${amount} started with this cancellation`,
    none: (amount) => `none started with this cancellation, ${amount} not refunded`,
    returnedByBank: (amount) =>
      `none, the bank has already returned ${amount} to the customer because of the dispute`,
    settled: 'not by this service, as the customer paid outside the online payment',
  },
  bookingReminderSubject: (title, time) => `Reminder: ${title}, ${time}`,
  bookingReminder: 'This is a reminder of your appointment.',
  paymentProcessingSubject: (title, time) =>
    `Appointment provisionally reserved, not yet confirmed: ${title}, ${time}`,
  paymentProcessing: (amount) =>
    `Thank you. Your appointment is provisionally reserved, but not yet confirmed. We are collecting ${amount} by SEPA direct debit, which takes a few days. We will confirm the appointment as soon as we have received the payment.`,
  reservedUntil: (until) =>
    `We will hold the appointment until ${until} at the latest. If we have not received the payment by then, the reservation ends and the appointment will not take place.`,
  cancelReservation: (contact) => `To cancel before we have confirmed the appointment, ${contact}.`,
  paymentFailedSubject: (title, time) =>
    `Appointment will not take place, payment not completed: ${title}, ${time}`,
  paymentFailed: (amount) =>
    `The SEPA direct debit of ${amount} could not be completed. The appointment is therefore no longer reserved and will not take place.`,
  nothingToPay: 'You do not have to pay anything for this appointment or do anything else.',
  paymentOverdueSubject: (title, time) =>
    `Appointment will not take place, payment not confirmed: ${title}, ${time}`,
  paymentOverdue: (amount) =>
    `So far, we have no confirmation that ${amount === null ? 'your payment' : amount} was collected by SEPA direct debit. The appointment is therefore no longer reserved and will not take place.`,
  refundedIfDebited: 'If your account has been debited, or is debited later, we will refund the amount.',
  noReturnOfDebit: 'Please do not also ask your bank to return the debit.',
  paymentLateSubject: (title, time) =>
    `Appointment will not take place, payment is being refunded: ${title}, ${time}`,
  paymentLate: (amount) =>
    `Your payment of ${amount} arrived when the appointment was no longer reserved. The appointment will not take place.`,
  bookAnother: 'You are welcome to book another appointment.',
  undelivered: 'Not delivered',
  undeliveredReason: 'Reason',
  invalidRecipient: 'invalid e-mail address or name',
  undeliveredMail: {
    confirmation: 'Confirmation of the appointment',
    move: 'Notice of the new time',
    cancellation: 'Notice of cancellation',
    refund: 'Notice of the refund',
    reminder: 'Reminder of the appointment',
    processing: 'Notice of the reservation',
    failure: 'Notice of the failed payment',
    overdue: 'Notice of the missing payment',
    late: 'Notice of the refund',
  },
  teamBooking: {
    booked: {
      subject: (title, time) => `New appointment: ${title}, ${time}`,
      sentence: ({ by }) =>
        by === 'customer'
          ? 'A customer has booked an appointment.'
          : 'Your team has entered an appointment for you.',
    },
    moved: {
      subject: (title, time) => `Appointment moved: ${title}, ${time}`,
      sentence: ({ by }) =>
        by === 'customer'
          ? 'The customer has moved the appointment by the link.'
          : 'Your team has moved the appointment.',
    },
    cancelled: {
      subject: (title, time) => `Appointment cancelled: ${title}, ${time}`,
      sentence: ({ by }) =>
        by === 'customer'
          ? 'The customer has cancelled the appointment by the link. It will not take place.'
          : 'Your team has cancelled the appointment. It will not take place.',
    },
    'taken-over': {
      subject: (title, time) => `Appointment for you: ${title}, ${time}`,
      sentence: () => 'You have taken over an appointment. The customer was not notified.',
    },
    'handed-over': {
      subject: (title, time) => `Appointment handed over: ${title}, ${time}`,
      sentence: () => 'One of your appointments was handed over to somebody else.',
    },
    'late-payment': {
      subject: (title, time) => `Payment received too late: ${title}, ${time}`,
      sentence: () =>
        'A payment arrived when the appointment was no longer reserved. It will not take place. The full amount is refunded to the customer, who has been told.',
    },
    'payment-problem': {
      subject: (title, time) => `Payment unclear: ${title}, ${time}`,
      sentence: () =>
        'For more than an hour, the payment provider has not said whether the customer has paid. The appointment stays reserved. Please look for the payment in the dashboard of the provider.',
    },
    'checkout-unknown': {
      subject: (title, time) => `Appointment lost, payment not found: ${title}, ${time}`,
      sentence: ({ isCustomerTold }) =>
        `The payment provider no longer gives information about the payment that was begun: the account was removed, data were deleted there, or the stored key belongs to another account. The appointment is no longer reserved and will not take place. The customer was ${isCustomerTold ? '' : 'not '}told. Please check in the dashboard of the provider whether the customer has paid or a debit is under way, and refund there what arrives.`,
    },
    'refund-failed': {
      subject: (title, time, amount) => `Refund of ${amount} failed: ${title}, ${time}`,
      sentence: ({ amount }) =>
        `The refund of ${amount} to the customer has failed. The money has not arrived. The customer was not told. Please find out in the dashboard of the payment provider how the customer gets it, and let them know.`,
    },
    'refund-unclear': {
      subject: (title, time, amount) => `Refund of ${amount} unclear: ${title}, ${time}`,
      sentence: ({ amount }) =>
        `For more than a day, the payment provider has not answered the request for a refund of ${amount} to the customer. It is repeated automatically. Please do not refund the amount by hand in addition, and check your account at the payment provider.`,
    },
    'cancellation-refused': {
      subject: (title, time) => `Not cancelled, appointment stands: ${title}, ${time}`,
      sentence: ({ by, amount }) =>
        `${by === 'customer' ? 'The customer wanted to cancel the appointment by the link' : 'Your team wanted to cancel the appointment'}, but the payment provider has refused the refund of ${amount}. The appointment therefore still stands. Please check first whether the bank has already returned the money to the customer, and do not transfer it again in that case. Settle the refund with the customer, and cancel the appointment without a refund.`,
    },
    'key-refused': {
      subject: () => 'Customers can no longer pay online',
      sentence: () =>
        'The payment provider refuses the key of your account, last for this appointment. Until another key is set, appointments with a price cannot be booked online, and refunds wait. Please do not send a new key by e-mail, but give it to the operator of the service in a secure way. The operator sets it with this command:',
    },
    'dispute-opened': {
      subject: (title, time) => `Payment disputed: ${title}, ${time}`,
      sentence: ({ amount, day, until }) =>
        `The bank of the customer disputed the payment of ${amount} on ${day}. Nothing changes about the appointment. Please respond in the dashboard of the payment provider ${until === null ? 'before the deadline shown there' : `until ${until}`}, and do not refund the amount in addition.`,
    },
    'dispute-won': {
      subject: (title, time) => `Dispute of the payment won: ${title}, ${time}`,
      sentence: ({ amount }) => `The dispute of the payment was decided in your favour: you keep ${amount}.`,
    },
    'dispute-lost': {
      subject: (title, time) => `Dispute of the payment lost: ${title}, ${time}`,
      sentence: ({ amount }) =>
        `The dispute of the payment is lost: the bank has returned ${amount} to the customer. Nothing changes about the appointment. If it is cancelled, this service does not refund the amount again.`,
    },
    undelivered: {
      subject: (title, time) => `E-mail not delivered: ${title}, ${time}`,
      sentence: () =>
        'An e-mail to the customer could not be delivered. Please inform the customer in another way.',
    },
  },

  testSubject: 'Test message',
  test: 'Sending e-mails works.',
};
