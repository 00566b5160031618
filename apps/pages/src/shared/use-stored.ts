import { useState } from 'preact/hooks';

/** Browsers can forbid a page in a frame of another website to store anything. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/**
 * A state that survives a reload of the page, until the window is closed.
 *
 * @param initial has all fields: those that were not stored begin with these values
 */
export function useStored<State extends object>(key: string, initial: () => State) {
  const [state, setState] = useState<State>(() => ({
    ...initial(),
    ...(JSON.parse(storage()?.getItem(key) ?? '{}') as Partial<State>),
  }));
  const change = (part: Partial<State>) =>
    setState((before) => {
      const after = { ...before, ...part };
      storage()?.setItem(key, JSON.stringify(after));
      return after;
    });
  return [state, change] as const;
}
