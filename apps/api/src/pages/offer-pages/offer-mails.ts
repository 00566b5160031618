import type { Offer } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import {
  acceptanceConfirmedMail,
  type Declaration,
  mailLanguage,
  offerDecidedMail,
  offerDeclinedMail,
  offerUndeliveredMail,
  withdrawalReceivedMail,
} from '@pv-planning/mail';
import { readCompanyPresentation } from '../../company/company-records.ts';
import { teamMailbox } from '../../company/team-mailbox.ts';
import { customerName } from '../../crm/customers/customer-name.ts';
import type { CustomerContext } from '../../kernel/handler-context.ts';
import type { NewMail } from '../../kernel/mails/queue-mail.ts';
import type { UndeliveredMail } from '../../kernel/mails/undelivered-mails.ts';
import type { OfferHeader } from '../../sales/offers/records/offer-header.ts';
import { readPublishedTerms } from '../../sales/offers/terms/shown-terms.ts';

type DeclaredOffer = Pick<
  Offer,
  'id' | 'number' | 'name' | 'offerPrice' | 'plannerId' | 'customerId' | 'acceptedAt'
>;

type Said = Pick<NewMail, 'kind' | 'template' | 'occasion' | 'lane'>;

type Mailing = Pick<CustomerContext, 'db' | 'queueMails' | 'now'>;

function readCustomer(db: CompanyQueries, customerId: string) {
  return db
    .selectFrom('customer')
    .select(['companyName', 'firstName', 'lastName', 'email', 'language'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
}

/** Returns the content of mails about a customer's declaration, and functions to queue them. */
async function declarationMails(
  { db, queueMails, now }: Mailing,
  offer: DeclaredOffer,
  { at, typedName }: Pick<Declaration, 'at' | 'typedName'>,
) {
  const company = await readCompanyPresentation(db);
  const customer = await readCustomer(db, offer.customerId);
  const name = customerName(customer) ?? '';
  const declaration: Declaration = { offer, company, customerName: name, typedName, at };
  const mail = { record: { offerId: offer.id }, company };
  return {
    declaration,
    customer,
    async toTeam(said: Said): Promise<void> {
      const to = await teamMailbox(db, offer.plannerId, company);
      await queueMails([{ ...mail, ...said, to }], await now());
    },
    async toCustomer(said: Said): Promise<void> {
      if (customer.email !== null)
        await queueMails([{ ...mail, ...said, to: { address: customer.email, name } }], await now());
    },
    /** To an address that the customer has typed, once for each declaration. It counts among the mails that strangers cause. */
    async toNamed(address: string, said: Said): Promise<void> {
      const to = { address, name };
      await queueMails([{ ...mail, ...said, occasion: 'named', to, isAnonymous: true }], await now());
    },
  };
}

/** Tells the team that the customer has accepted an offer, and confirms it to the customer with the contract (§ 312f (2) BGB). */
export async function mailAcceptance(
  context: Mailing,
  offer: DeclaredOffer,
  {
    startBeforeWithdrawalEnds,
    ...accepted
  }: Pick<Declaration, 'at' | 'typedName'> & { startBeforeWithdrawalEnds: boolean },
): Promise<void> {
  const { declaration, customer, toTeam, toCustomer } = await declarationMails(context, offer, accepted);
  const { terms, kept } = await readPublishedTerms(context.db, offer.id);
  const hasInstruction = Boolean(terms.consumerTexts?.withdrawalInstruction);
  const language = mailLanguage(customer.language);
  await toCustomer({
    kind: 'acceptance-confirmed',
    template: acceptanceConfirmedMail({
      ...declaration,
      language,
      revision: kept.revision,
      hasInstruction,
      startBeforeWithdrawalEnds,
    }),
    // The contract is rendered when it is sent. If that fails, later mails such as the acknowledgement of a withdrawal go on.
    lane: 'contract',
  });
  await toTeam({
    kind: 'offer-accepted',
    template: offerDecidedMail('accepted', {
      ...{ ...declaration, confirmedTo: customer.email },
      mustWait: hasInstruction && !startBeforeWithdrawalEnds,
    }),
  });
}

/** Tells the team that the customer has declined an offer. */
export async function mailDecline(
  context: Mailing,
  offer: DeclaredOffer,
  { at, reason }: { at: string; reason: string | null },
): Promise<void> {
  const { declaration, toTeam } = await declarationMails(context, offer, { at, typedName: null });
  await toTeam({
    kind: 'offer-declined',
    template: offerDeclinedMail({ ...declaration, hasReason: reason !== null }),
  });
}

/**
 * Tells the team that the customer has withdrawn from the contract, and acknowledges the receipt to the customer (§ 356a BGB). The link
 * proves who declares.
 */
export async function mailWithdrawal(
  context: Mailing,
  offer: DeclaredOffer,
  {
    note,
    email,
    ...withdrawn
  }: Pick<Declaration, 'at' | 'typedName'> & { note: string | null; email: string | null },
): Promise<void> {
  const { declaration, customer, toTeam, toCustomer, toNamed } = await declarationMails(
    context,
    offer,
    withdrawn,
  );
  const language = mailLanguage(customer.language);
  const acceptedAt = offer.acceptedAt ?? withdrawn.at;
  const acknowledgement = {
    kind: 'withdrawal-received',
    template: withdrawalReceivedMail({ ...declaration, language, acceptedAt, note }),
  } as const;
  await toCustomer(acknowledgement);
  const named = email?.toLowerCase() === customer.email?.toLowerCase() ? null : email;
  if (named !== null) await toNamed(named, acknowledgement);
  const addresses = [customer.email, named].filter((address) => address !== null);
  const confirmedTo = addresses.length === 0 ? null : addresses.join(' und ');
  await toTeam({
    kind: 'offer-withdrawn',
    template: offerDecidedMail('withdrawn', { ...declaration, confirmedTo }),
  });
}

/** Tells the team that a confirmation to the customer was not delivered. */
export async function mailUndelivered(
  context: Mailing,
  offer: OfferHeader,
  { id, kind, createdAt, ...failed }: UndeliveredMail,
): Promise<void> {
  const isWithdrawal = kind === 'withdrawal-received';
  const typedName = (isWithdrawal ? offer.withdrawal : offer.storedDecision)?.name ?? null;
  const { declaration, toTeam } = await declarationMails(context, offer, { at: createdAt, typedName });
  await toTeam({
    kind: 'offer-undelivered',
    occasion: id,
    template: offerUndeliveredMail(isWithdrawal ? 'withdrawn' : 'accepted', { ...declaration, ...failed }),
  });
}
