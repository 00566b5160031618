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

  testSubject: 'Test message',
  test: 'Sending e-mails works.',
};
