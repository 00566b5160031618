import type { Guard } from '../guard.ts';

export const documentGuards: readonly Guard[] = [
  {
    name: 'documents: a document that takes too long is ended',
    file: 'packages/documents/src/renderer.ts',
    find: 'setTimeout(timeout, limits.maxRenderMs)',
    replace: 'undefined',
    tests: ['packages/documents/test/renderer'],
  },
  {
    name: 'documents: a decided offer is printed with the terms that were decided on',
    file: 'apps/api/src/offers/terms/shown-terms.ts',
    find: 'decided ? termsIn(decided) : readTerms',
    replace: 'readTerms',
    tests: ['documents/offer-document'],
  },
  {
    name: 'documents: an offer is printed without inactive batteries in what is included',
    file: 'packages/documents/src/offer.ts',
    find: '({ active }) => active)',
    replace: '() => true)',
    tests: ['packages/documents/test/offer'],
  },
];
