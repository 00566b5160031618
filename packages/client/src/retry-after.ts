/**
 * The delay requested by `Retry-After`, in milliseconds. A date is compared with the server's own clock if `Date` is present.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds)
    ? Date.parse(value) - (Date.parse(headers.get('date') ?? '') || Date.now())
    : seconds * 1000;
  return wait >= 0 ? wait : undefined;
}
