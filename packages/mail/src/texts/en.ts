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
  newTime: 'New',
  previousTime: 'Previously',
  duration: 'Duration',
  minutes: (minutes) => `${minutes} minutes`,
  place: 'Place',
  location: {
    customer: {
      ON_SITE: 'at your place',
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
  paidDirectly: { customer: 'directly to us', team: 'directly to you' },
  invoice: (company) =>
    `You will receive the invoice separately from ${company}. This e-mail is not an invoice.`,
  payment: 'Payment at the provider',
  providerReason: 'Reason given by the payment provider:',
  planner: 'Now with',
  phone: 'Telephone',
  email: 'E-mail',
  viewBooking: 'View the appointment',
  manageBooking: (url) => `Manage the appointment: ${url}`,
  moveBooking: 'View or move the appointment',
  cancelBooking: 'View or cancel the appointment',
  changeBooking: 'View, move or cancel the appointment',
  changeBookingUntil: (move, cancel) =>
    move === cancel
      ? `You can do this online until ${move}.`
      : `You can move it online until ${move} and cancel it until ${cancel}.`,
  changeBookingLater: 'After that, please reply to this e-mail.',
  refundUntil: (until, amount) =>
    `If you cancel by ${until}, we will refund ${amount}. If you cancel later, you will not get a refund.`,
  refundOver: (until, amount) =>
    `The period for a refund ended on ${until}. If you cancel the appointment, the amount of ${amount} will not be refunded.`,
  changeBookingByMail: 'To move or cancel the appointment, please reply to this e-mail.',
  slotKeptSubject: (title, time) => `Please confirm your appointment: ${title}, ${time}`,
  slotKept: (until) =>
    `An appointment was requested for this e-mail address. It is booked only when you confirm it, which is possible until ${until}.`,
  confirmSlot: 'Confirm the appointment',
  slotNotWanted: 'If you have not requested an appointment, you need not do anything.',
  bookingConfirmedSubject: (title, time) => `Appointment confirmed: ${title}, ${time}`,
  bookingConfirmed: 'Your appointment is confirmed.',
  bookingMovedSubject: (title, time) => `Appointment moved: ${title}, ${time}`,
  bookingMoved: 'Your appointment has been moved.',
  bookingCancelledSubject: (title, time) => `Appointment cancelled: ${title}, ${time}`,
  bookingCancelled: 'Your appointment has been cancelled and will not take place.',
  refunded: (amount) => `We are refunding ${amount}.`,
  refundTakes: {
    card: 'You paid by card. Depending on your bank, the money arrives within 5 to 10 business days.',
    paypal: 'You paid with PayPal. It takes a few days until the money arrives.',
    sepa_debit: 'You paid by SEPA direct debit. It takes a few days until the money is back in your account.',
    other: 'Depending on how you paid, it takes a few days until the money arrives.',
  },
  refundedSubject: (amount, title, time) => `Refund of ${amount}: ${title}, ${time}`,
  refundedWithoutCancellation: (amount) => `We are refunding ${amount}.`,
  appointmentUnchanged: 'Your appointment stays as it is.',
  refundedBefore: 'Refunded before',
  notRefunded: (amount, endedAt) =>
    endedAt === null
      ? `The amount of ${amount} is not refunded.`
      : `The amount of ${amount} is not refunded, because the period for a refund ended on ${endedAt}.`,
  returnedByBank: (amount) =>
    `Your bank has already returned ${amount} to you, because the payment was disputed. We do not refund this amount again.`,
  refund: 'Refund',
  teamRefund: {
    made: (amount) => `${amount} go back to the customer`,
    none: (amount) => `none, you keep ${amount}`,
    returnedByBank: (amount) =>
      `none, the bank has already returned ${amount} to the customer because of the dispute`,
    settled: 'not by this service, as the customer paid you directly',
  },
  bookingReminderSubject: (title, time) => `Reminder: ${title}, ${time}`,
  bookingReminder: 'This is a reminder of your appointment.',
  paid: 'Paid',
  paymentProcessingSubject: (title, time) => `Appointment reserved: ${title}, ${time}`,
  paymentProcessing: (amount) =>
    `Thank you. Your appointment is reserved. We are collecting ${amount} by SEPA direct debit, which takes a few days. You will get a confirmation as soon as we have received the payment.`,
  paymentFailedSubject: (title, time) => `Payment failed: ${title}, ${time}`,
  paymentFailed: (amount) =>
    `The amount of ${amount} could not be collected. The appointment is no longer reserved and will not take place. You are welcome to book another one.`,
  paymentOverdueSubject: (title, time) => `Appointment no longer reserved: ${title}, ${time}`,
  paymentOverdue:
    'So far, we have no confirmation that your SEPA direct debit was collected. The appointment is no longer reserved and will not take place. If your account has been debited, or still is, we will refund the amount. You are welcome to book another one.',
  paymentLateSubject: (title, time) => `Payment received too late: ${title}, ${time}`,
  paymentLate: (amount) =>
    `Your payment arrived when the appointment was no longer reserved. It will not take place. We are refunding the full amount of ${amount}.`,
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
      subject: (title, time) => `Payment not found: ${title}, ${time}`,
      sentence: () =>
        'The payment provider no longer gives information about the payment that was begun: the account was removed, data were deleted there, or the stored key belongs to another account. The appointment is no longer reserved and will not take place. Please check in the dashboard of the provider whether the customer has paid or a debit is under way, and refund there what arrives.',
    },
    'refund-failed': {
      subject: (title, time, amount) => `Refund of ${amount} failed: ${title}, ${time}`,
      sentence: ({ amount }) =>
        `The refund of ${amount} to the customer has failed. The money has not arrived. The customer was not told. Please find out in the dashboard of the payment provider how the customer gets it, and let them know.`,
    },
    'refund-unclear': {
      subject: (title, time, amount) => `Refund of ${amount} unclear: ${title}, ${time}`,
      sentence: ({ amount }) =>
        `For more than a day, the payment provider has not answered the request for a refund of ${amount} to the customer, which is repeated. Please check your account at the payment provider.`,
    },
    'cancellation-refused': {
      subject: (title, time) => `Not cancelled: ${title}, ${time}`,
      sentence: ({ amount }) =>
        `The payment provider has refused the refund of ${amount} for which a cancellation was waiting, so the appointment is not cancelled. Please settle the refund with the customer, and cancel the appointment without a refund.`,
    },
    'key-refused': {
      subject: () => 'Customers can no longer pay online',
      sentence: () =>
        'The payment provider refuses the key of your account, last for this appointment. Until another key is set, appointments with a price cannot be booked online, and refunds wait. Please give the operator of the service a new key.',
    },
    'dispute-opened': {
      subject: (title, time) => `Payment disputed: ${title}, ${time}`,
      sentence: ({ amount }) =>
        `The bank of the customer disputes the payment of ${amount}. Nothing changes about the appointment. Please respond in the dashboard of the payment provider before the deadline.`,
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
