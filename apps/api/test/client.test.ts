import { testClient } from '../../../packages/client/test/service-suite.ts';
import { sampleBody } from './support/api-client.ts';
import { parametersOf, requiredQueryOf } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

const { url, exampleCompany } = await openTestApi();
const { key } = await exampleCompany.newKey('*');

testClient({
  baseUrl: url,
  apiKey: key,
  keepsRecords: true,
  requestOf: (operationId) => ({
    ...Object.fromEntries(parametersOf(operationId, 'path').map(({ name, example }) => [name, example])),
    query: requiredQueryOf(operationId),
    body: sampleBody(operationId),
  }),
});
