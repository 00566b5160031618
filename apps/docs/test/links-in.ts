/** An attribute that makes a browser load or follow something. */
export interface PageLink {
  element: string;
  target: string;
}

/** Every `src` and `href` in a page's markup, ignoring the contents of scripts. */
export function linksIn(page: string): PageLink[] {
  const markup = page.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, (script) =>
    script.slice(0, script.indexOf('>') + 1),
  );
  return [...markup.matchAll(/<(\w+)\b[^>]*?\s(?:src|href|srcset|data|action|poster)="([^"]*)"/g)].map(
    ([, element = '', target = '']) => ({ element, target: target.replaceAll('&amp;', '&') }),
  );
}
