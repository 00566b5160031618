/** Runs at most `maxConcurrent` tasks at once; the others wait in order. */
export function limitConcurrency(maxConcurrent: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = maxConcurrent;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
