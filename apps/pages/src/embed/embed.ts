import { chosenLanguage } from '../shared/texts/language.ts';

/** Titles of the frame, and texts of the link that stands in for it. */
const texts = {
  de: { request: 'Angebot anfragen', booking: 'Termin vereinbaren' },
  en: { request: 'Request an offer', booking: 'Make an appointment' },
} as const;

/**
 * Shows a page of a company in a website, at the place of the script. A link is shown until the page reports its height, and stays if the
 * company does not list the website, or the service is away.
 */
function embed(script: HTMLScriptElement): void {
  const { company = '', type } = script.dataset;
  const language = chosenLanguage('', [document.documentElement.lang, ...navigator.languages]);
  const path = [company, ...(type ? [type] : [])].map(encodeURIComponent).join('/');
  const address = new URL(`c/${path}`, script.src);
  address.searchParams.set('lang', language);
  const title = texts[language][type === 'request' ? 'request' : 'booking'];

  const link = document.createElement('a');
  Object.assign(link, { href: address.href, target: '_blank', rel: 'noopener', textContent: title });
  // As large as a finger needs.
  Object.assign(link.style, { display: 'block', padding: '0.75rem 0' });
  const frame = document.createElement('iframe');
  Object.assign(frame, { title, loading: 'lazy', src: address.href });
  Object.assign(frame.style, {
    ...{ display: 'block', width: '100%', height: '1px', border: '0', visibility: 'hidden' },
  });
  script.after(link, frame);

  addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== address.origin || source !== frame.contentWindow) return;
    const { height } = Object(data) as { height?: unknown };
    if (typeof height !== 'number') return;
    Object.assign(frame.style, { height: `${height}px`, visibility: 'visible' });
    link.remove();
  });
}

if (document.currentScript instanceof HTMLScriptElement) embed(document.currentScript);
