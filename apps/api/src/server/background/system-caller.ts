import type { CompanyCaller } from '../../kernel/company-caller.ts';

/** The caller of the transactions of background work. It has no scopes. */
export function systemCaller(companyId: string, name: string): CompanyCaller {
  const owner = `task:${name}`;
  return {
    tenant: companyId,
    owner,
    rateLimitKey: owner,
    logFields: { companyId, task: name },
    hasScope: () => false,
    actor: { kind: 'system', id: name },
  };
}
