import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Response, type Router } from 'express';
import { compressed } from './compressed.ts';

/** Output of `npm run pages`. */
const pagesFolder = fileURLToPath(new URL('../../../../../pages/dist/', import.meta.url));

export type PageName = 'offer' | 'booking' | 'company' | 'request';

/** The pages load nothing from other origins, and never interpret text as HTML or code. The company's logo is part of the data. */
const policyOf = (embedOrigins: readonly string[]) =>
  [
    "default-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${embedOrigins.join(' ') || "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** Serves `/embed.js` to websites, and the assets of the pages. Their names contain a hash of the content, so that browsers cache them forever. */
export function pageAssets(folder = pagesFolder): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const embed = () => readFileSync(path.join(folder, 'embed.js'));
  for (const file of globSync('embed.js', { cwd: folder }))
    router.get(`/${file}`, compressed('.js', embed, 'public, max-age=600'));
  for (const file of globSync('assets/*', { cwd: folder }))
    router.get(
      `/pages/${file}`,
      compressed(
        path.extname(file),
        () => readFileSync(path.join(folder, file)),
        'public, max-age=31536000, immutable',
      ),
    );
  return router;
}

interface SentPage {
  root: string;
  token: string;
  /** Origins of websites that may show the page in a frame. */
  embedOrigins: readonly string[];
}

/** Sends a page to a browser. */
export type SendPage = (response: Response, page: SentPage) => void;

/** Returns a function that sends a page, or undefined if the pages were not built. */
export function pageSender(name: PageName, folder = pagesFolder): SendPage | undefined {
  const [file] = globSync(`${name}.html`, { cwd: folder });
  if (file === undefined) return undefined;
  const html = readFileSync(path.join(folder, file), 'utf8');
  return (response, { root, token, embedOrigins }) => {
    response
      .set('Content-Security-Policy', policyOf(embedOrigins))
      .type('html')
      .send(html.replaceAll('{root}', root).replaceAll('{token}', () => encodeURIComponent(token)));
  };
}
