import { useCallback, useState } from 'preact/hooks';

/** Browsers can forbid to store anything, and what is stored can be of an earlier version: then a state lasts as long as its page. */
function read(key: string): object {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}

function write(key: string, state: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(state));
  } catch {
    // See `read`.
  }
}

/**
 * A state that survives a reload of the page, until the window is closed.
 *
 * @param initial has all fields: those that were not stored begin with these values
 */
export function useStored<State extends object>(key: string, initial: () => State) {
  const [state, setState] = useState<State>(() => ({ ...initial(), ...read(key) }));
  const change = useCallback(
    (part: Partial<State>) =>
      setState((before) => {
        const after = { ...before, ...part };
        write(key, after);
        return after;
      }),
    [key],
  );
  return [state, change] as const;
}
