import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Answer } from './answer.ts';

/** What a page shows, which is loaded when it opens. */
export interface Loaded<Data> {
  /** Undefined until it is there. Remains while it is loaded again. */
  answer: Answer<Data> | undefined;
  /** What was last received, also if it could not be loaded again. */
  last: Data | undefined;
  /** Loads it again, and returns it. */
  reload: () => Promise<Answer<Data>>;
}

/** @param load must stay the same between renderings */
export function useLoaded<Data>(load: () => Promise<Answer<Data>>): Loaded<Data> {
  const [answer, setAnswer] = useState<Answer<Data>>();
  const [last, setLast] = useState<Data>();
  const reload = useCallback(async () => {
    const next = await load();
    setAnswer(next);
    if (next.data !== undefined) setLast(next.data);
    return next;
  }, [load]);
  useEffect(() => {
    void reload();
  }, [reload]);
  return { answer, last, reload };
}
