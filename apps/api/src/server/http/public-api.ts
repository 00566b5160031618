import { contractApi } from '@pv-planning/server-kit';
import { apiKeys } from '../../company/authentication/api-key.ts';
import { apiKeyAuthentication } from '../../company/authentication/api-key-authentication.ts';
import { apiKeyLookup } from '../../company/authentication/api-key-lookup.ts';
import { formatValidators } from '../../kernel/contract/format-validators.ts';
import { publicContract } from '../../kernel/contract/public-contract.ts';
import { handlers } from '../handlers.ts';
import { corsOptions } from './cors-options.ts';
import type { MountedApi, SharedParts } from './mounted-api.ts';

/** The public API, for callers with API keys. */
export function publicApi({ settings, database, secretKeys, lookUp, ...shared }: SharedParts): MountedApi {
  const { corsOrigins, rateLimit, production } = settings;
  const api = contractApi({
    contract: publicContract,
    formatValidators,
    authenticate: apiKeyAuthentication(
      apiKeyLookup({ database, keys: apiKeys(secretKeys), lookUp, logger: shared.logger }),
    ),
    handlers,
    requestsPerMinute: rateLimit,
    validateResponses: !production,
    ...shared,
  });
  return {
    ...api,
    basePath: '/',
    contract: publicContract,
    // Responses contain personal data.
    headers: { 'Cache-Control': 'no-store' },
    ...(corsOrigins.length > 0 && { cors: corsOptions(publicContract, corsOrigins) }),
  };
}
