export { type MailAddress, mailAddress } from './address.ts';
export {
  type Appointment,
  type CalendarEntry,
  type CalendarPart,
  calendarFile,
  calendarPart,
} from './calendar.ts';
export { legalName, type MailCompany } from './company.ts';
export { composeMail, type Mail, type MailParties, type TextFile } from './compose.ts';
export { type MailLanguage, mailLanguage } from './language.ts';
export { MailError } from './mail-error.ts';
export { checkoutLine, type PreviousTime } from './mails/booking-facts.ts';
export {
  calendarDescription,
  customerBookingMail,
  slotKeptMail,
  teamBookingMail,
} from './mails/booking-mails.ts';
export {
  type BookingNews,
  bookingOccasions,
  type ChangedBy,
  type CustomerOccasion,
  type MailBooking,
  type Occasion,
  type OccasionMails,
  type TeamOccasion,
  type TeamRecipient,
} from './mails/booking-occasions.ts';
export { consumerTextsFile } from './mails/consumer-texts.ts';
export type { FreeCancellation } from './mails/free-cancellation.ts';
export {
  acceptanceConfirmedMail,
  type Declaration,
  offerDecidedMail,
  offerDeclinedMail,
  offerUndeliveredMail,
  withdrawalReceivedMail,
} from './mails/offer-mails.ts';
export { testMail } from './mails/test-mail.ts';
export { type FailingEndpoint, failingEndpointMail } from './mails/webhook-mails.ts';
export { type Attachment, createMailer, type Mailer, maxConnections, maxSendMs } from './smtp/mailer.ts';
export { SendError } from './smtp/send-error.ts';
export { parseSmtpUrl, type SmtpServer } from './smtp/smtp-server.ts';
export { type Html, html } from './template/html.ts';
export { type Block, facts, link, paragraph, quote, type Template } from './template/template.ts';
export { euros, germanTime } from './texts/values.ts';
