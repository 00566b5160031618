import {
  createRenderer,
  DocumentTooLargeError,
  type Job,
  MissingCompilerError,
  type RenderedSheet,
  type Sheet,
} from '@pv-planning/documents';
import { fairSlots, slotRules } from '@pv-planning/fair-slots';
import { serviceUnavailable } from '@pv-planning/server-kit';
import type { Logger } from 'pino';
import { conflict, unavailable } from '../../kernel/contract/api-errors.ts';

/** Time for all documents of a request, including the wait for a slot. */
const maxMs = 60_000;
const retrySeconds = 5;

const limits = { maxProcessorMs: 10_000, maxRenderMs: maxMs, maxDocuments: 500, maxMemoryMiB: 400 };

const renderer = createRenderer(limits);
const slots = fairSlots(slotRules.documents);
const inSlot = <Result>(signal: AbortSignal, render: () => Promise<Result>) => slots.run('', signal, render);

const noCompiler =
  'documents cannot be printed, except in templates of grid operators: there is no binary of Typst for this platform, or it was ' +
  'not installed (npm install --include=optional)';

/** Warns in the log, before the first request, if this process cannot print documents. The signal ends the check. */
export async function warnOfMissingCompiler(logger: Logger, signal: AbortSignal): Promise<void> {
  // A separate child process, so that none stays in memory before the first document.
  const checker = createRenderer(limits);
  const files = [{ name: 'empty.typ', content: Buffer.alloc(0) }];
  try {
    await checker.render({ layout: 'empty', data: '{}', files, time: new Date(0).toISOString() }, signal);
  } catch (error) {
    const platform = `${process.platform}-${process.arch}`;
    if (error instanceof MissingCompilerError) logger.warn({ platform, reason: error.message }, noCompiler);
  } finally {
    checker.close();
  }
}

/**
 * Renders a document. The handler must not hold a connection meanwhile.
 *
 * @throws 409 `document_too_large`
 * @throws 503 `service_unavailable` after a minute, `documents_unavailable` on a platform without a compiler; the signal's reason if it
 *   is aborted
 */
export function renderDocument(job: Job, signal: AbortSignal, time = maxMs): Promise<Buffer> {
  return withinTime(signal, time, (limited) => inSlot(limited, () => renderer.render(job, limited)));
}

/**
 * Renders sheets one after the other, so that other requests get slots in between.
 *
 * @param check is called with the number of bytes rendered so far
 * @throws as `renderDocument`
 */
export function renderSheets<S extends Sheet>(
  sheets: readonly S[],
  signal: AbortSignal,
  check: (bytes: number) => void,
): Promise<(S & RenderedSheet)[]> {
  return withinTime(signal, maxMs, async (limited) => {
    const rendered: (S & RenderedSheet)[] = [];
    let bytes = 0;
    for (const sheet of sheets) {
      const result = await inSlot(limited, () => sheet.render(renderer, limited));
      bytes += result.pdf.length;
      check(bytes);
      rendered.push({ ...sheet, ...result });
    }
    return rendered;
  });
}

async function withinTime<Result>(
  signal: AbortSignal,
  time: number,
  render: (limited: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(time);
  try {
    return await render(AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (error === timeout.reason) throw serviceUnavailable(retrySeconds, { cause: error });
    if (error instanceof DocumentTooLargeError)
      throw conflict('document_too_large', { values: { reason: error.message }, cause: error });
    if (error instanceof MissingCompilerError)
      throw unavailable('documents_unavailable', {
        headers: { 'Retry-After': String(retrySeconds) },
        cause: error,
      });
    throw error;
  }
}
