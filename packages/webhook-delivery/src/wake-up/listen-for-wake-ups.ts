import type { ProcessSession } from '@pv-planning/database';
import { channel } from './notify-dispatchers.ts';

/**
 * Listens for notifications of other processes. While disconnected, the dispatcher relies on polling.
 *
 * @param wake the dispatcher's
 * @returns a function that stops listening
 */
export function listenForWakeUps(
  session: Pick<ProcessSession, 'listen'>,
  wake: (companyId?: string) => void,
): () => void {
  return session.listen(channel, (payload = '') => {
    if (payload === '') wake();
    else for (const companyId of payload.split(',')) wake(companyId);
  });
}
