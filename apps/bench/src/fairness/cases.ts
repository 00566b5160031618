import { compressedDocument } from './cases/compressed-document.ts';
import { concurrentReports } from './cases/concurrent-reports.ts';
import { largePlants } from './cases/large-plants.ts';
import { largeReports } from './cases/large-reports.ts';
import { longDocuments } from './cases/long-documents.ts';
import { longOffers } from './cases/long-offers.ts';
import { manyProblems } from './cases/many-problems.ts';
import { nestedBodies } from './cases/nested-bodies.ts';
import { priceListRows } from './cases/price-list-rows.ts';
import { unknownApiKeys } from './cases/unknown-api-keys.ts';
import { unknownLinks } from './cases/unknown-links.ts';
import { unreadResponses } from './cases/unread-responses.ts';
import type { FairnessCase } from './fairness-case.ts';

/** The cases, which are measured one after the other, each in a separate process. */
export const fairnessCases: readonly FairnessCase[] = [
  unreadResponses,
  longOffers,
  longDocuments,
  nestedBodies,
  manyProblems,
  largeReports,
  priceListRows,
  compressedDocument,
  largePlants,
  concurrentReports,
  unknownApiKeys,
  unknownLinks,
];
