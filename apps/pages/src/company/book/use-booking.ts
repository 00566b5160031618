import type { CompanyPage as Company, ErrorCode, PageBookingCreated } from '@pv-planning/contract/pages';
import { useContext, useState } from 'preact/hooks';
import { answerOf, type Failure } from '../../shared/api/answer.ts';
import { ReaderLanguage } from '../../shared/texts/reader.ts';
import type { ChangeDraft, Draft } from './draft.ts';
import type { Offered } from './use-free-times.ts';

/** What the customer types, in the order of the form, by its names in the contract. */
export const fieldNames = [
  'forename',
  'surname',
  'email',
  'phone',
  'address',
  'note',
  'startBeforeWithdrawalEnds',
] as const;

export type FieldName = (typeof fieldNames)[number];

const takenCodes: readonly ErrorCode[] = ['slot_unavailable', 'member_inactive', 'unknown_reference'];

interface Parts extends Offered {
  company: Company;
  draft: Draft;
  change: ChangeDraft;
  reload: () => Promise<unknown>;
  /** The slot is not free any more. */
  chooseAgain: () => void;
  done: (created: PageBookingCreated) => void;
}

/** Whether a consumer must ask that the appointment takes place before the withdrawal ends, as far as the page can tell: the service knows. */
export function mustAskEarly({ company, type, draft }: Pick<Parts, 'company' | 'type' | 'draft'>): boolean {
  const within14Days = Date.parse(draft.startsAt ?? '') < Date.now() + 14 * 86_400_000;
  return type.priceCents > 0 && Boolean(company.consumerTexts?.withdrawalInstruction) && within14Days;
}

/** Sends the booking, and tells why it was not made. */
export function useBooking(parts: Parts) {
  const { api, handle, type, draft, change, reload, chooseAgain, done } = parts;
  const language = useContext(ReaderLanguage);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [bad, setBad] = useState<readonly FieldName[]>([]);

  /** What is certainly missing, which no request needs to find out. */
  function missing(): FieldName[] {
    const required: FieldName[] = ['forename', 'surname', 'email'];
    if (type.requiresAddress) required.push('address');
    if (mustAskEarly(parts)) required.push('startBeforeWithdrawalEnds');
    const isGiven = (name: FieldName) => String(draft[name] || '').trim() !== '';
    return required.filter((name) => !isGiven(name));
  }

  async function send(): Promise<void> {
    if (isSending || draft.startsAt === null) return;
    const absent = missing();
    setBad(absent);
    if (absent.length > 0) return;
    setSending(true);
    const { forename, surname, startsAt, plannerId, startBeforeWithdrawalEnds } = draft;
    const optional = (text: string) => text.trim() || null;
    const { data, failure: why } = await answerOf(
      api.POST('/pages/v1/companies/{handle}/booking-types/{slug}/bookings', {
        params: { path: { handle, slug: type.slug }, header: { 'Idempotency-Key': draft.key } },
        body: {
          ...{ startsAt, plannerId, language, forename, surname, startBeforeWithdrawalEnds },
          email: draft.email.trim(),
          phone: optional(draft.phone),
          address: optional(draft.address),
          note: optional(draft.note),
        },
      }),
    );
    setFailure(undefined);
    if (why) await explain(why);
    else done(data);
    setSending(false);
  }

  async function explain(why: Failure): Promise<void> {
    if (why.kind !== 'refused') return setFailure(why);
    const { code, details } = why;
    const names = details?.map(({ path }) => path.slice(1)) ?? [];
    if (takenCodes.includes(code) || names.includes('startsAt')) {
      change({
        taken: draft.startsAt,
        startsAt: null,
        ...(code === 'unknown_reference' && { plannerId: null }),
      });
      return chooseAgain();
    }
    const fields = fieldNames.filter((name) => names.includes(name));
    if (fields.length > 0) return setBad(fields);
    if (code === 'not_found' || code === 'payment_not_available') await reload();
    return setFailure(code === 'not_found' ? undefined : why);
  }

  return { isSending, send: () => void send(), failure, forget: () => setFailure(undefined), bad };
}
