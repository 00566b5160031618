import { describeContract } from '../contract-suites/describe-contract.ts';
import { pages } from '../support/contract-document.ts';
import { withCustomers } from '../support/customers-of-examples.ts';
import { openTestApi } from '../support/test-api.ts';

describeContract(pages, await withCustomers(await openTestApi()));
