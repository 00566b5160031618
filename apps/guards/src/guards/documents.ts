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
  {
    name: 'documents: a child process ends with its parent while it compiles',
    file: 'packages/documents/src/child/main.ts',
    find: "process.kill(process.pid, 'SIGKILL')",
    replace: 'process.exit()',
    tests: ['packages/documents/test/renderer'],
  },
  {
    name: 'documents: a child process that has ended is replaced',
    file: 'packages/documents/src/renderer.ts',
    find: 'if (child.process.connected) return child;',
    replace: 'return child;',
    tests: ['packages/documents/test/renderer'],
  },
  {
    name: 'documents: a platform without a compiler is named',
    file: 'apps/api/src/documents/render-document.ts',
    find: 'error instanceof MissingCompilerError',
    replace: 'false',
    tests: ['documents/missing-compiler'],
  },
  {
    name: 'documents: the time of a document ends with 503',
    file: 'apps/api/src/documents/render-document.ts',
    find: 'error === timeout.reason',
    replace: 'false',
    tests: ['documents/time-limit'],
  },
];
