/** Returns the full minute in which so many seconds have passed. */
export const minuteAfter = (time: number, seconds: number) =>
  new Date(Math.ceil((time + seconds * 1000) / 60_000) * 60_000).toISOString();
