import { describeContract } from '../contract-suites/describe-contract.ts';
import { pages } from '../support/offer-pages.ts';
import { openPagesWorld } from '../support/pages-world.ts';

describeContract(pages, await openPagesWorld());
