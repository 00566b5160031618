import type { IncomingMessage } from 'node:http';

/** A slower upload would hold memory and a slot for longer than the request takes to process. */
const minBytesPerSecond = 64 * 1024;

/**
 * Number of checks within one timeout. If a busy process runs a check late, the excess time does not count against the client.
 */
const checksPerTimeout = 10;

/**
 * Calls `onTooSlow` if a body arrives at less than 64 KiB per second for `timeoutMs`. Counts the bytes of the connection, which
 * may be compressed.
 *
 * @returns a function that stops the checks
 */
export function watchUploadSpeed(
  { socket }: IncomingMessage,
  timeoutMs: number,
  onTooSlow: () => void,
): () => void {
  const intervalMs = timeoutMs / checksPerTimeout;
  const expected = (minBytesPerSecond * intervalMs) / 1000;
  const maxCredit = expected * checksPerTimeout;
  /** Bytes by which the sender may fall behind. */
  let credit = maxCredit;
  let received = socket.bytesRead;
  const timer = setInterval(() => {
    credit = Math.min(maxCredit, credit + socket.bytesRead - received - expected);
    received = socket.bytesRead;
    if (credit > 0) return;
    clearInterval(timer);
    onTooSlow();
  }, intervalMs);
  return () => clearInterval(timer);
}
