import { testRejectedRequests } from '../../../packages/contract/test/rejected-requests.ts';
import { openTestApi } from './support/test-api.ts';

const { url, exampleCompany } = await openTestApi();
const { key } = await exampleCompany.newKey('*');

testRejectedRequests({ baseUrl: url, apiKey: key });
