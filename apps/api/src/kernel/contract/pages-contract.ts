import { mergedAlternatives, type OpenApiDocument } from '@pv-planning/contract/document';
import { errors, formats, operations, type ServedOperations } from '@pv-planning/contract/pages';
import type { Contract } from '@pv-planning/server-kit';
import { bundleText } from './bundle-text.ts';

/** The contract of the customers' pages, whose callers have a link. */
export type PagesContract = Contract<typeof operations, typeof errors, ServedOperations>;

const document = mergedAlternatives<OpenApiDocument>(JSON.parse(bundleText('pages')));

export const pagesContract: PagesContract = {
  document,
  operations,
  errors,
  formats,
  errorPages: '/docs/pages/errors/{code}.html',
};
