import type { Attachment } from '@pv-planning/mail';
import type { DatabaseTransactions } from '../../kernel/transactions/database-transactions.ts';
import { keepFile, readLetter, renderLetter } from '../../sales/documents/offer-document.ts';
import { readHeader } from '../../sales/offers/records/offer-records.ts';
import type { LeasedRow } from '../leased-queue/queue-rows.ts';
import { systemCaller } from './system-caller.ts';

/** Together with the time to send a mail, it is less than the lease of a mail. */
const maxRenderMs = 30_000;

/** Returns the files that are sent with a mail, as far as they are not stored with it. */
export type ReadAttachments = (
  mail: Pick<LeasedRow<'mail'>, 'companyId' | 'kind' | 'offerId'>,
) => Promise<readonly Attachment[]>;

/** The confirmation of an acceptance has the letter with the terms that were accepted, which no longer change. */
export function mailAttachments(transactions: Pick<DatabaseTransactions, 'read'>): ReadAttachments {
  return async ({ companyId, kind, offerId }) => {
    if (kind !== 'acceptance-confirmed' || offerId === null) return [];
    const signal = AbortSignal.timeout(maxRenderMs);
    const caller = systemCaller(companyId, 'mails');
    const letter = await transactions.read(
      caller,
      ({ snapshot, links }) => snapshot(async (db) => readLetter(db, links, await readHeader(db, offerId))),
      signal,
    );
    const file = await renderLetter(letter, signal);
    const { fileName, pdf } = await transactions.read(caller, ({ db }) => keepFile(db, letter, file), signal);
    return [{ filename: fileName, contentType: 'application/pdf', content: pdf }];
  };
}
