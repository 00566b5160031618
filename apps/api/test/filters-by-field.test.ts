import { describeContract } from './contract-suites/describe-contract.ts';
import { publicContract } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

describeContract(publicContract, await openTestApi(), ['filters']);
