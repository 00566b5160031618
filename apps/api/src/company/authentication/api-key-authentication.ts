import type { Authenticate } from '@pv-planning/server-kit';
import type { CompanyCaller } from '../../kernel/company-caller.ts';
import { unauthorized } from '../../kernel/contract/api-errors.ts';
import type { ApiKeyLookup } from './api-key-lookup.ts';

const challenge = { headers: { 'WWW-Authenticate': 'Bearer' } };
const invalidToken = { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } };

function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
}

/** Authenticates callers by API key. @throws 401 `missing_api_key`, `invalid_api_key` */
export function apiKeyAuthentication(lookUp: ApiKeyLookup): Authenticate<CompanyCaller> {
  return async ({ headers }) => {
    const apiKey = bearerToken(headers.authorization);
    if (apiKey === undefined) throw unauthorized('missing_api_key', challenge);
    const caller = await lookUp(apiKey);
    if (!caller) throw unauthorized('invalid_api_key', invalidToken);
    return caller;
  };
}
