import type { Texts } from './de.ts';

export const en: Texts = {
  hello: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  regards: (company) => `Kind regards\n${company}`,
  receivedAt: 'Received on',
  typedName: 'Name as stated',

  imprintRegister: (court, number) => `${court}, ${number}`,
  imprintPartner: (name) => `General partner: ${name}`,
  imprintOwner: (name) => `Owner: ${name}`,
  imprintManagers: (names) => `Represented by: ${names}`,
  imprintVatId: (id) => `VAT ID: ${id}`,

  acceptanceSubject: (number) => `Confirmation of your order: offer ${number}`,
  acceptance: (number, revision, day) => `You accepted version ${revision} of our offer ${number} on ${day}.`,
  acceptedContract: (hasInstruction) =>
    `The contract${hasInstruction ? ', with the instruction on withdrawal,' : ''} is attached in German. Please keep this e-mail.`,
  earlyWork: 'You have expressly asked for the work to begin before the withdrawal period ends.',

  confirmationSubject: (number) => `Acknowledgement of receipt: your withdrawal from offer ${number}`,
  confirmation: 'We have received your declaration of withdrawal.',
  contract: 'Contract',
  contractValue: (number, acceptedOn) => `Offer ${number}, accepted on ${acceptedOn}`,
  declaration: 'Declaration',
  declarationValue: 'Withdrawal from this contract',
  yourMessage: 'Your message:',
  confirmationUse:
    'Please keep this e-mail. It acknowledges the receipt of your declaration. We will contact you about the next steps.',

  withdrawnSubject: (title, time) => `Acknowledgement of receipt: your withdrawal from ${title}, ${time}`,
  bookingContract: (id, bookedOn) => `Booking ${id} of ${bookedOn}`,
  withdrawnBeforeStart:
    'The appointment will not take place. We will refund what you have paid within 14 days of receiving your withdrawal, unless you have already got it back.',
  earlyStart:
    'You have expressly asked for the appointment to take place before the withdrawal period ends. You are aware that your right of withdrawal ends once it has taken place.',

  appointment: 'Appointment',
  startsAt: 'Start',
  newTime: 'New time',
  previousTime: 'Previous time',
  duration: 'Duration',
  minutes: (minutes) => `${minutes} minutes`,
  place: 'Location',
  visitor: 'Who is coming',
  somebodyOf: (company) => `a member of the ${company} team`,
  location: {
    ON_SITE: 'at your address',
    VIDEO: 'by video call',
    PHONE: 'by phone',
    OFFICE: 'at our office',
  },
  addressAtLink: (place) => `${place} (you can see the address at the link below)`,
  price: 'Price',
  withTax: (amount, rate, tax) => `${amount} including ${rate} VAT (${tax})`,
  withoutTax: (amount) => `${amount}, no VAT`,
  discount: 'Discount (promotion code)',
  costs: 'Price',
  noCosts: 'free of charge',
  debit: 'SEPA direct debit',
  toPay: 'Still to pay',
  payDirectly: (amount, hasLink) =>
    `We have not recorded a payment yet. Please pay ${amount} directly to us${hasLink ? ', not through the link in this e-mail' : ''}. How and by when is stated on the invoice that we send, or have already sent, to you separately. If you have agreed something else with us, that applies. If you have already paid, there is nothing you need to do.`,
  paid: 'Paid',
  nothingPaid: 'nothing',
  paidOn: (day, way) => (day === null ? `Paid ${way}` : `Paid on ${day} ${way}`),
  paidBy: {
    card: 'by card',
    paypal: 'with PayPal',
    sepa_debit: 'by SEPA direct debit',
    manual: 'directly to us',
    other: 'online',
  },
  refundedSum: 'Total refunded',
  returnedSum: 'Returned after a dispute',
  remains: 'Paid less refunds',
  whole: (amount) => `the ${amount}`,
  rest: (amount) => `the remaining ${amount}`,
  attached: (titles) => `Attached, in German: ${titles.join(', ')}.`,
  invoice: 'You will receive the invoice separately from us.',
  invoiceUnlessSent: 'We will send you the invoice separately unless you already have it.',
  noInvoice: 'This e-mail is not an invoice.',
  invoiceCorrected:
    'This e-mail is not an invoice. If you have already received an invoice, it will be corrected.',
  receiptOfKept: {
    customer:
      'We will let you know separately how we invoice any amount that we keep. If you have already received an invoice, we will correct it if necessary. This e-mail is not an invoice.',
    team: 'This e-mail is not an invoice. If you have already received an invoice, we will correct it if necessary.',
  },
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
    viewMove: 'View or reschedule the appointment',
    viewCancel: 'View or cancel the appointment',
    viewMoveCancel: 'View, reschedule or cancel the appointment',
  },
  ifPrevented: 'If you cannot make it:',
  until: (deadline) => `by ${deadline}`,
  cancelFree: 'Cancel free of charge',
  freeUntil: (until) => `Cancel free of charge by ${until}`,
  freeFor: (minutes) => `Cancel free of charge within ${minutes} minutes after paying`,
  cancelWithoutRefund: 'Cancel without a refund',
  cancel: 'Cancel',
  move: 'Reschedule',
  amountBack: (until, amount) => `${until}, you get ${amount} back; after that, no refund`,
  cancelFreeUntil: (until) =>
    `Once the appointment is confirmed, you can cancel free of charge by ${until}; after that, no refund.`,
  cancelFreeFor: (minutes) =>
    `Once the appointment is confirmed, you can cancel free of charge for ${minutes} minutes; after that, no refund.`,
  otherwise: {
    view: (contact) => `To reschedule or cancel the appointment, ${contact}.`,
    viewMove: (contact) => `To cancel the appointment, or to reschedule it after this deadline, ${contact}.`,
    viewCancel: (contact) =>
      `To reschedule the appointment, or to cancel it after this deadline, ${contact}.`,
    viewMoveCancel: (contact) => `To cancel or reschedule after that, ${contact}.`,
  },
  refundMoves:
    'If you reschedule before the deadline for free cancellation, a new deadline applies; for an earlier appointment, it can be earlier. Once the deadline has passed, rescheduling does not bring it back.',
  paidDirectly: 'You paid us directly.',
  refundByHand: 'If you cancel the appointment, we will contact you about a refund.',
  unpaidIfCancelled: 'If you cancel the appointment, we will let you know whether there is anything to pay.',
  refundOver: (until, amount) =>
    `The deadline for free cancellation was ${until}. If you cancel now, we will not automatically refund ${amount}. If we have rescheduled the appointment, please contact us before you cancel.`,
  refundOverBefore: {
    customer: (until, amount) =>
      `The deadline for free cancellation was ${until}, before you rescheduled the appointment; rescheduling does not change that. If you cancel now, we will not refund ${amount}.`,
    team: (until) =>
      `The deadline for free cancellation using the link was ${until}. If you cannot make the new time, please contact us before you cancel. We will then discuss with you what happens to your payment.`,
  },
  rights: "These rules do not affect your statutory rights, such as a consumer's right of withdrawal.",
  withdrawal:
    'If you have a right of withdrawal as a consumer and want to use it, a message to us is enough.',
  slotKeptSubject: (title, time) => `Please confirm your appointment: ${title}, ${time}`,
  slotKept: {
    free: {
      sentence: (until, isHeld) =>
        `An appointment was requested for this e-mail address. It is not booked until you confirm it. Please do so by ${until}${isHeld ? '' : ', as long as it is still available'}.`,
      link: 'Confirm the appointment',
    },
    paid: {
      sentence: (until, isHeld) =>
        `An appointment was requested for this e-mail address. It is not booked until you confirm it and then pay online. Please confirm it by ${until}${isHeld ? '' : ', as long as it is still available'}.`,
      link: 'Confirm and pay for the appointment',
    },
  },
  slotNotConfirmed: 'After that, the request is deleted. You can then request the appointment again.',
  slotNotWanted: 'If you have not requested an appointment, there is nothing you need to do.',
  bookingConfirmedSubject: (title, time) => `Appointment confirmed: ${title}, ${time}`,
  bookingConfirmed: 'Your appointment is confirmed.',
  bookingMovedSubject: (title, time) => `Appointment rescheduled: ${title}, ${time}`,
  bookingMoved: {
    customer: () => 'You have rescheduled your appointment using the link in our e-mail.',
    team: (contact, canMove) =>
      canMove
        ? 'We have rescheduled your appointment. If the new time does not suit you, please reschedule it using the link or contact us.'
        : `We have rescheduled your appointment. If the new time does not suit you, ${contact}.`,
  },
  bookingCancelledSubject: (title, time) => `Appointment cancelled: ${title}, ${time}`,
  bookingCancelled: {
    customer: 'You have cancelled your appointment using the link in our e-mail. It will not take place.',
    team: 'Your appointment has been cancelled. It will not take place.',
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
  appointmentFree: 'Your appointment will still take place, and there is nothing to pay for it.',
  notRefunded: (amount) =>
    `We have not refunded ${amount} with this cancellation yet. We will contact you about this, unless we have already done so.`,
  notRefundedLate: (amount, endedAt) =>
    `The deadline for free cancellation was ${endedAt}. We are therefore not automatically refunding ${amount}. If we rescheduled the appointment, please contact us.`,
  unpaidCancelled: {
    customer:
      'We have not recorded a payment from you. We will let you know whether there is anything to pay for this appointment. If you have already received an invoice, please do not pay it until we have contacted you. If you have already paid, please contact us.',
    team: 'We have not recorded a payment from you; there is nothing to pay for this appointment. If you have already received an invoice, please do not pay it; we will cancel it. If you have already paid, please contact us.',
  },
  returned: (amount, isPayPal) =>
    `${isPayPal ? 'PayPal' : 'Your bank'} has already returned ${amount} to you, because the payment was disputed. We will not refund this amount again.`,
  bookingReminderSubject: (title, time) => `Reminder: ${title}, ${time}`,
  bookingReminder: 'This is a reminder of your appointment.',
  paymentProcessingSubject: (title, time) =>
    `Appointment provisionally reserved, not yet confirmed: ${title}, ${time}`,
  paymentProcessing: (amount) =>
    `Thank you. Your appointment is provisionally reserved, but not yet confirmed. We are collecting ${amount} by SEPA direct debit, which takes a few days. We will confirm the appointment as soon as we have received the payment. Until then, there is nothing you need to do; please just make sure that your account has sufficient funds.`,
  reservedUntil: (until) =>
    `We will hold the appointment until ${until} at the latest. If we have not received the payment by then, the reservation ends and the appointment will not take place. If the payment arrives after that, we will refund it.`,
  cancelReservation: (contact) =>
    `If you no longer want the appointment, ${contact}. We can cancel it and refund the money as soon as the payment has been collected. Please do not ask your bank to return the debit.`,
  paymentFailedSubject: (title, time) =>
    `Appointment will not take place, payment not completed: ${title}, ${time}`,
  paymentFailed: (amount) =>
    `The SEPA direct debit of ${amount} could not be completed. The appointment is therefore no longer reserved and will not take place.`,
  refundedIfPaid: 'If the payment arrives after all, we will refund it.',
  nothingToPay: 'You do not have to pay anything for this appointment or do anything else.',
  nothingToDo: 'There is nothing you need to do.',
  paymentOverdueSubject: (title, time) =>
    `Appointment will not take place, payment not confirmed: ${title}, ${time}`,
  paymentOverdue: (amount) =>
    `So far, we have no confirmation that ${amount === null ? 'your payment' : amount} was collected by SEPA direct debit. The appointment is therefore no longer reserved and will not take place.`,
  refundedIfDebited: 'If your account has been debited, or is debited later, we will refund the amount.',
  noReturnOfDebit: 'Please do not also ask your bank to return the debit.',
  paymentLateSubject: (title, time) =>
    `Appointment will not take place, payment is being refunded: ${title}, ${time}`,
  paymentLate: (amount) =>
    `Your payment of ${amount} arrived after your reservation had ended. The appointment will not take place.`,
  bookAnother: 'You are welcome to book another appointment.',
};
