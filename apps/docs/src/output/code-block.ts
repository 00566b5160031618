import { type Html, html } from './html.ts';

/** Renders code in a scrollable box that is keyboard-accessible. Highlights JSON. */
export function codeBlock(code: string, language?: string): Html {
  return html`<pre tabindex="0"><code>${language === 'json' ? coloured(code) : code}</code></pre>`;
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\b/g;

function coloured(json: string): Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const match of json.matchAll(token)) {
    const [whole, text, colon, word] = match;
    const kind = colon ? 'name' : text ? 'text' : 'word';
    parts.push(html`${json.slice(end, match.index)}<span class="${kind}">${text ?? word}</span>${colon}`);
    end = match.index + whole.length;
  }
  return [...parts, html`${json.slice(end)}`];
}
