import { contactOf } from '../company.ts';
import { type Block, facts, link, paragraph } from '../template/template.ts';
import { texts } from '../texts/texts.ts';
import { germanDeadline } from '../texts/values.ts';
import { amountOf, payableCents } from './booking-facts.ts';
import type { ChangedBy, CustomerMail } from './booking-occasions.ts';

/** Returns the deadlines for moving and cancelling, the refund, the link, and the alternatives to it. */
export function waysToChange(mail: CustomerMail, movedBy: ChangedBy | undefined, isNew: boolean): Block[] {
  const { booking, company, url, refundLimit } = mail;
  const { language, paymentMethod, paidCents, refundableCents } = booking;
  const text = texts[language];
  const [moveUntil, cancelUntil] = url === null ? [null, null] : [mail.moveUntil, mail.cancelUntil];
  const contact = contactOf(company, language);
  const shown = (until: string | null) => until && text.until(germanDeadline(until, language));
  const amount = amountOf(refundableCents, booking);
  const refundUntil = refundLimit && !refundLimit.isOver ? refundLimit.until : null;
  const limits = [
    [text.cancelFree, refundUntil && text.amountBack(shown(refundUntil) ?? '', amount)],
    [
      refundLimit ? text.cancelWithoutRefund : text.cancel,
      cancelUntil === refundUntil ? null : shown(cancelUntil),
    ],
    [text.move, shown(moveUntil)],
  ] as const;
  const label = `view${moveUntil ? 'Move' : ''}${cancelUntil ? 'Cancel' : ''}` as const;
  const over = refundLimit?.isOver ? germanDeadline(refundLimit.until, language) : null;
  const money = [
    over && (movedBy ? text.refundOverBefore[movedBy](over, amount) : text.refundOver(over, amount)),
    ...(paymentMethod === 'manual' && refundableCents > 0 ? [text.paidDirectly, text.refundByHand] : []),
    paidCents === 0 && payableCents(booking) > 0 ? text.unpaidIfCancelled : null,
    refundUntil && moveUntil && (isNew || movedBy) ? text.refundMoves : null,
    refundLimit ? text.rights : null,
  ].filter((sentence) => sentence);
  return [
    ...(limits.some(([, until]) => until) ? [paragraph(text.ifPrevented), facts(limits)] : []),
    ...(url === null ? [] : [link(text.links[label], url)]),
    paragraph(text.otherwise[label](contact)),
    ...(money.length > 0 ? [paragraph(money.join(' '))] : []),
  ];
}
