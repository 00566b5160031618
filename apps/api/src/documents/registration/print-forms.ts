import type { NetworkCarrierDocument } from '@pv-planning/contract';
import { layoutSheets, type Sheet } from '@pv-planning/documents';
import { badRequest } from '../../contract/api-errors.ts';
import { renderDocuments } from '../render-document.ts';
import type { RequestedForm, RequestedForms } from './requested-forms.ts';

const maxSheets = 40;
const maxMiB = 30;

/** 400: the response would have too many sheets or bytes. */
function tooManyDocuments(maximum: string) {
  const message = `must result in at most ${maximum}`;
  return badRequest('too_many_documents', {
    values: { maximum },
    details: [{ in: 'body', path: '/documentIds', code: 'too_many_documents', message }],
  });
}

function sheetsOf({ id, layout }: RequestedForm, { registration, time }: RequestedForms): readonly Sheet[] {
  if (layout === null) throw new Error(`Form ${id} has no layout.`);
  return layoutSheets(layout, registration, time);
}

/**
 * Prints forms. The handler must not hold a connection meanwhile.
 *
 * @throws 400 `too_many_documents`
 */
export async function printForms(
  requested: RequestedForms,
  signal: AbortSignal,
): Promise<NetworkCarrierDocument[]> {
  const sheets = requested.forms.flatMap((form) =>
    sheetsOf(form, requested).map((sheet, index, all) => ({
      form,
      sheet,
      copy: index + 1,
      copies: all.length,
    })),
  );
  if (sheets.length > maxSheets) throw tooManyDocuments(`${maxSheets} sheets`);
  const jobs = sheets.map(({ sheet }) => sheet.job);
  const files = await renderDocuments(jobs, signal, (bytes) => {
    if (bytes > maxMiB * 1024 * 1024) throw tooManyDocuments(`${maxMiB} MiB`);
  });
  const numbers = new Map<string, number>();
  return sheets.map(({ form, sheet, copy, copies }, index) => {
    const number = (numbers.get(form.code) ?? 0) + 1;
    numbers.set(form.code, number);
    return {
      documentId: form.id,
      code: form.code,
      name: form.name,
      copy,
      copies,
      fileName: `${form.code}-${requested.registration.offer.number}-${number}.pdf`,
      contentType: 'application/pdf',
      content: (files[index] ?? Buffer.of()).toString('base64'),
      missingFields: [...sheet.missing],
    };
  });
}
