import type { IncomingMessage } from 'node:http';

/** Slower uploads would hold a turn and memory for longer than the work itself. */
const minBytesPerSecond = 64 * 1024;

/** How many times within its patience a watch looks. A busy process may look late, but then counts the time as less. */
const looks = 10;

/**
 * Calls `onTooSlow` if a body arrives at less than 64 KiB per second for `patienceMs`. Counts the bytes of the connection, which
 * may be compressed.
 *
 * @returns a function that ends the watch
 */
export function watchBodySpeed(
  { socket }: IncomingMessage,
  patienceMs: number,
  onTooSlow: () => void,
): () => void {
  const intervalMs = patienceMs / looks;
  const expected = (minBytesPerSecond * intervalMs) / 1000;
  const most = expected * looks;
  /** Bytes by which the sender may fall behind. */
  let credit = most;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    credit = Math.min(most, credit + socket.bytesRead - seen - expected);
    seen = socket.bytesRead;
    if (credit > 0) return;
    clearInterval(timer);
    onTooSlow();
  }, intervalMs);
  return () => clearInterval(timer);
}
