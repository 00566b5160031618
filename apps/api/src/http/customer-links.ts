import express, { type Router } from 'express';
import { linkPaths } from '../links/links.ts';
import { linkHeaders } from './response-headers.ts';

/** Leads from the addresses of links to the records that they open. Relative, because a proxy may add a path in front. */
export function customerLinks(): Router {
  return express
    .Router({ caseSensitive: true, strict: true })
    .get(`${linkPaths.offer}:token`, ({ params }, response) => {
      response.set(linkHeaders).redirect(`../pages/v1/offers/${encodeURIComponent(params.token)}`);
    });
}
