import type { Texts } from './de.ts';

export const en: Texts = {
  hello: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  regards: (company) => `Kind regards\n${company}`,
  receivedAt: 'Received on',
  typedName: 'Name as stated',

  imprintRegister: (court, number) => `${court}, ${number}`,
  imprintManagers: (names) => `Represented by: ${names}`,
  imprintVatId: (id) => `VAT ID: ${id}`,

  confirmationSubject: (number) => `Acknowledgement of receipt: your withdrawal from offer ${number}`,
  confirmation: 'We have received your declaration of withdrawal.',
  contract: 'Contract',
  contractValue: (number, acceptedOn) => `Offer ${number}, accepted on ${acceptedOn}`,
  declaration: 'Declaration',
  declarationValue: 'Withdrawal from this contract',
  yourMessage: 'Your message:',
  confirmationUse:
    'Please keep this e-mail. It acknowledges the receipt of your declaration. We will contact you about the next steps.',

  appointment: 'Appointment',
  startsAt: 'Start',
  newTime: 'New time',
  previousTime: 'Previous time',
  duration: 'Duration',
  minutes: (minutes) => `${minutes} minutes`,
  place: 'Location',
  visitor: 'Who comes',
  somebodyOf: (company) => `somebody from ${company}`,
  location: {
    ON_SITE: 'at your address',
    VIDEO: 'by video call',
    PHONE: 'by phone',
    OFFICE: 'at our office',
  },
  price: 'Price',
  withTax: (amount, rate, tax) => `${amount} including ${rate} VAT (${tax})`,
  withoutTax: (amount) => `${amount}, no VAT`,
  discount: 'Discount (promotion code)',
  costs: 'Cost',
  noCosts: 'free of charge',
  debit: 'SEPA direct debit',
  toPay: 'Still to pay',
  payDirectly: (amount) =>
    `The appointment has not been paid for yet. Please pay ${amount} directly to us, not online. The invoice that you will receive separately says how and by when. If you have agreed something else with us, that applies. If you have already paid, there is nothing more for you to do.`,
  paid: 'Paid',
  nothingPaid: 'nothing so far',
  paidOn: (day, way) => (day === null ? `Paid ${way}` : `Paid on ${day} ${way}`),
  paidBy: {
    card: 'by card',
    paypal: 'with PayPal',
    sepa_debit: 'by SEPA direct debit',
    manual: 'directly to us',
    other: 'online',
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
  manageBooking: (url) => `Manage the appointment: ${url}`,
  declineInCalendar: 'Declining it in your calendar does not cancel the appointment.',
  links: {
    view: 'View the appointment',
    viewMove: 'View or move the appointment',
    viewCancel: 'View or cancel the appointment',
    viewMoveCancel: 'View, move or cancel the appointment',
  },
  ifPrevented: 'If you cannot make it:',
  until: (deadline) => `until ${deadline}`,
  cancelFree: 'Cancel free of charge',
  cancelWithoutRefund: 'Cancel without a refund',
  cancel: 'Cancel',
  move: 'Move',
  amountBack: (until, amount) => `${until}, you get ${amount} back`,
  changeLater: (contact) => `If it is too late to do this online, ${contact}.`,
  changeByContact: (contact) => `To move or cancel the appointment, ${contact}.`,
  refundMoves:
    'The deadline for free cancellation depends on the appointment: if you move it before the deadline has passed, the deadline changes, too. Once it has passed, moving the appointment does not bring it back.',
  refundByHand:
    'You paid us directly. If you cancel the appointment, we will settle with you whether and how you get the money back.',
  refundOver: (until, amount) =>
    `The deadline for free cancellation passed on ${until}. If you cancel now, we will not refund ${amount}.`,
  refundOverBefore: {
    customer: (until, amount) =>
      `The deadline for free cancellation had already passed on ${until} when you moved the appointment, and moving it does not change that. If you cancel now, we will not refund ${amount}.`,
    team: (until, amount) =>
      `The deadline for free cancellation had already passed on ${until} when we moved the appointment, and moving it does not change that. If you cancel now, we will not refund ${amount}.`,
  },
  rights: "This does not affect your statutory rights, such as a consumer's right of withdrawal.",
  slotKeptSubject: (title, time) => `Please confirm your appointment: ${title}, ${time}`,
  slotKept: {
    free: {
      sentence: (until) =>
        `An appointment was requested for this e-mail address. It is booked only when you confirm it, which is possible until ${until}.`,
      link: 'Confirm the appointment',
    },
    paid: {
      sentence: (until) =>
        `An appointment was requested for this e-mail address. It is booked only when you confirm it and then pay online. You can confirm it until ${until}.`,
      link: 'Confirm and pay for the appointment',
    },
  },
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
  notRefunded: (amount) =>
    `We are not refunding ${amount} with this cancellation yet. We will settle with you whether and how you get the money back, unless we have already done so.`,
  notRefundedLate: (amount, endedAt) =>
    `The deadline for free cancellation passed on ${endedAt}. We are therefore not refunding ${amount}.`,
  notRefundedDirect: (amount) =>
    `You paid us directly. We will settle with you whether and how you get ${amount} back.`,
  unpaidCancelled:
    'We have not recorded a payment from you for this appointment. If you have already paid or received an invoice, please contact us. Otherwise, there is nothing more for you to do.',
  returnedByBank: (amount) =>
    `Your bank has already returned ${amount} to you, because the payment was disputed. We do not refund this amount again.`,
  bookingReminderSubject: (title, time) => `Reminder: ${title}, ${time}`,
  bookingReminder: 'This is a reminder of your appointment.',
  paymentProcessingSubject: (title, time) =>
    `Appointment provisionally reserved, not yet confirmed: ${title}, ${time}`,
  paymentProcessing: (amount) =>
    `Thank you. Your appointment is provisionally reserved, but not yet confirmed. We are collecting ${amount} by SEPA direct debit, which takes a few days. We will confirm the appointment as soon as we have received the payment. Until then, there is nothing to do; please just make sure that your account has sufficient funds.`,
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
};
