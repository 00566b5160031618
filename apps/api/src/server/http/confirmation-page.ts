import { hash } from 'node:crypto';
import type { Confirmation, PageBookingCreated } from '@pv-planning/contract/pages';
import { euros, germanTime, type Html, html } from '@pv-planning/mail';
import type { Presenter } from '@pv-planning/server-kit';
import type { Request, RequestHandler, Response } from 'express';
import { pagesContract } from '../../kernel/contract/pages-contract.ts';
import { linkPaths } from '../../kernel/links/links.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { type ConfirmationTexts, confirmationTexts } from './confirmation-texts.ts';
import { wayToRoot } from './sites/way-to-root.ts';

type Language = keyof typeof confirmationTexts;

const { getConfirmation, confirmBooking } = pagesContract.operations;

/** Requests of browsers that are routed to an operation, with their original path. */
const fromBrowsers = new WeakMap<object, string>();

/** Routes browsers with the link of a mail to the operations of a confirmation, whose responses become pages. */
export const toConfirmationPage: RequestHandler = (request, _response, next) => {
  const { path, method } = request;
  const [, token] = /^\/c\/([^/]+)\/?$/.exec(path) ?? [];
  const isPost = method === 'POST';
  if (token === undefined || !(isPost || method === 'GET' || method === 'HEAD')) return next();
  if (request.accepts(['json', 'html']) !== 'html') return next();
  fromBrowsers.set(request, path);
  request.url = (isPost ? confirmBooking : getConfirmation).path.replace('{token}', token);
  next('router');
};

const style =
  'body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1.2rem}';

function page(
  response: Response,
  status: number,
  language: Language,
  { title, formAction, content }: { title: string; formAction: string; content: readonly Html[] },
): void {
  const text = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head>
<body><main>${content}</main></body></html>`;
  response
    .status(status)
    .set({
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
        `form-action ${formAction}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    })
    .type('html')
    .send(text.toString());
}

/** Sends the form again at the same address. */
const button = (label: string) => html`<form method="post"><button>${label}</button></form>`;

function contentOf(confirmation: Confirmation, texts: ConfirmationTexts): Html[] {
  const { state, typeName, startsAt, priceCents, confirmUntil, language, company } = confirmation;
  const heading = html`<h1>${company.name}</h1>`;
  if (state === 'EXPIRED' || startsAt === null) return [heading, html`<p>${texts.expired}</p>`];
  const price = priceCents ? texts.price(euros(priceCents / 100, language)) : '';
  const appointment = html`<p><strong>${typeName ?? ''}</strong><br>${germanTime(startsAt, language)}<br>${price}</p>`;
  if (state !== 'OPEN') {
    const [told, label] = (
      {
        PENDING_PAYMENT: [texts.unpaid, texts.pay],
        CONFIRMED: [texts.confirmed, texts.view],
        CANCELLED: [texts.cancelled, texts.view],
      } as const
    )[state];
    return [heading, html`<p>${told}</p>`, appointment, button(label)];
  }
  return [
    heading,
    html`<p>${texts.question}</p>`,
    appointment,
    button(priceCents ? texts.confirmAndPay : texts.confirm),
    html`<p>${confirmUntil === null ? '' : texts.until(germanTime(confirmUntil, language))}</p>`,
  ];
}

const textOf: Readonly<
  Record<
    string,
    keyof ConfirmationTexts &
      ('expired' | 'unavailable' | 'tooMany' | 'tooManyHolds' | 'notPayable' | 'notFound')
  >
> = {
  confirmation_expired: 'expired',
  slot_unavailable: 'unavailable',
  member_inactive: 'unavailable',
  too_many_appointments: 'tooMany',
  too_many_holds: 'tooManyHolds',
  payment_not_available: 'notPayable',
  not_found: 'notFound',
};

/**
 * Returns the presenter of confirmations to browsers. Without scripts: a form confirms the appointment, and then leads to the booking, or to
 * the payment provider, whose address browsers check as the form's.
 */
export function confirmationPages({ stripeUrl }: Pick<Settings, 'stripeUrl'>) {
  const formAction = ["'self'", 'https:', ...(stripeUrl === undefined ? [] : [stripeUrl])].join(' ');
  return (request: Request): Presenter | undefined => {
    const path = fromBrowsers.get(request);
    if (path === undefined) return undefined;
    return ({ status, body }, response) => {
      if (status !== 200) {
        const language = (request.acceptsLanguages('de', 'en') || 'de') as Language;
        const texts = confirmationTexts[language];
        const { error } = body as { error: string };
        const known = textOf[error];
        const minutes = Math.ceil(Number(response.get('Retry-After') ?? 60) / 60);
        const told = error === 'too_many_confirmations' ? texts.wait(minutes) : texts[known ?? 'failed'];
        const retries = known || request.method !== 'POST' ? [] : [button(texts.retry)];
        const content = [html`<p>${told}</p>`, ...retries];
        return page(response, status, language, { title: texts.title, formAction, content });
      }
      if (request.method !== 'POST') {
        const confirmation = body as Confirmation;
        const texts = confirmationTexts[confirmation.language];
        const content = contentOf(confirmation, texts);
        return page(response, status, confirmation.language, { title: texts.title, formAction, content });
      }
      const { checkoutUrl, token } = body as PageBookingCreated;
      response.redirect(303, checkoutUrl ?? `${wayToRoot(path)}${linkPaths.booking}${token}`);
    };
  };
}
