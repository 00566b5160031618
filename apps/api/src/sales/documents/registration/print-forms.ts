import type { NetworkCarrierDocument } from '@pv-planning/contract';
import { layoutSheets, RenderError, type Sheet, templateSheets } from '@pv-planning/documents';
import { base64Text } from '@pv-planning/server-kit';
import { renderSheets } from '../render-document.ts';
import type { RequestedForm, RequestedForms } from './requested-forms.ts';
import { maxSheets, requireMaxBytes, tooManyDocuments } from './too-many-documents.ts';

function sheetsOf({ id, source }: RequestedForm, { registration, time }: RequestedForms): readonly Sheet[] {
  const sheets =
    'layout' in source
      ? layoutSheets(source.layout, registration, time)
      : templateSheets(source, registration, time);
  return sheets.map((sheet) => namedInErrors(sheet, `form ${id} of offer ${registration.offer.id}`));
}

/** Adds the form to the error, for the log. */
function namedInErrors(sheet: Sheet, name: string): Sheet {
  return {
    async render(renderer, signal) {
      try {
        return await sheet.render(renderer, signal);
      } catch (cause) {
        if (!(cause instanceof RenderError)) throw cause;
        throw new Error(`Cannot print ${name}: ${cause.message}`, { cause });
      }
    },
  };
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
      ...sheet,
      form,
      copy: index + 1,
      copies: all.length,
    })),
  );
  if (sheets.length > maxSheets) throw tooManyDocuments(`${maxSheets} sheets`);
  const rendered = await renderSheets(sheets, signal, requireMaxBytes);
  const numbers = new Map<string, number>();
  return rendered.map(({ form, copy, copies, pdf, missing }) => {
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
      content: base64Text(pdf),
      missingFields: missing,
    };
  });
}
