import type { RequestHandler } from 'express';
import { rateLimited } from './api-error.ts';

/** Companies. Each of them holds a body in memory and a connection to the database, of which others need some too. */
const mostAtWork = 8;
/** Requests. Nothing of their bodies has been read. */
const mostWaiting = 100;
const mostWaitingOfCompany = 10;
const retrySeconds = 10;

interface Place {
  companyId: string;
  begin: () => void;
}

/**
 * Lets the requests of a company in one after the other, as they came, and those of some companies side by side. Expects
 * `response.locals.caller`. A turn lasts until the answer is sent, or nobody waits for it, and `response.locals.reply` is
 * settled.
 *
 * @throws 429 `rate_limited` when ten of the company wait already, or a hundred of all
 */
export function companyTurns(): RequestHandler {
  const atWork = new Set<string>();
  const waiting = new Set<Place>();

  function letIn(): void {
    for (const place of waiting) {
      if (atWork.size === mostAtWork) return;
      if (atWork.has(place.companyId)) continue;
      waiting.delete(place);
      atWork.add(place.companyId);
      place.begin();
    }
  }

  return (_request, response, next) => {
    if (response.closed) return;
    const { companyId } = response.locals.caller;
    const ofCompany = [...waiting].filter((place) => place.companyId === companyId);
    if (waiting.size >= mostWaiting || ofCompany.length >= mostWaitingOfCompany)
      throw rateLimited(retrySeconds);
    const place: Place = { companyId, begin: next };
    waiting.add(place);
    response.once('close', async () => {
      if (waiting.delete(place)) return;
      await Promise.allSettled([response.locals.reply]);
      atWork.delete(companyId);
      letIn();
    });
    letIn();
  };
}
