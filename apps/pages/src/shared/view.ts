import { useCallback, useEffect, useState } from 'preact/hooks';

function viewOf(search: string): string | null {
  return new URLSearchParams(search).get('view');
}

/** Returns the address of a view of the page: the page's own without `view`. */
export function viewHref(view: string | null): string {
  const query = new URLSearchParams(location.search);
  if (view === null) query.delete('view');
  else query.set('view', view);
  const text = query.toString();
  return text === '' ? location.pathname : `${location.pathname}?${text}`;
}

/** Returns the address of another page, in the language that the reader has chosen. */
export function pageHref(path: string, view?: string): string {
  const lang = new URLSearchParams(location.search).get('lang');
  const query = new URLSearchParams({ ...(lang !== null && { lang }), ...(view !== undefined && { view }) });
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Returns the view that the address names, and a function that goes to another one. "Back" of the browser works. */
export function useView(): [string | null, (view: string | null, how?: 'replace') => void] {
  const [view, setView] = useState(() => viewOf(location.search));
  useEffect(() => {
    const follow = () => setView(viewOf(location.search));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const go = useCallback((next: string | null, how?: 'replace') => {
    if (how) history.replaceState(null, '', viewHref(next));
    else history.pushState(null, '', viewHref(next));
    setView(next);
  }, []);
  return [view, go];
}
