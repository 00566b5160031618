import { isRecordId, isUuid } from '../identifiers/record-id.ts';

interface AccountId {
  companyId: string;
  id: string;
}

const handlePattern = /^(\d{1,19})-(.+)$/;

/** Returns the name of an account in the address of its webhook. It is not secret. */
export function accountHandle({ companyId, id }: AccountId): string {
  return `${companyId}-${id}`;
}

/** Returns the account that a handle names, or undefined if the text is not one. */
export function accountOfHandle(handle: string): AccountId | undefined {
  const [, companyId, id] = handlePattern.exec(handle) ?? [];
  return companyId !== undefined && id !== undefined && isRecordId(companyId) && isUuid(id)
    ? { companyId, id: id.toLowerCase() }
    : undefined;
}

/** Returns the path to which the provider sends the webhooks of an account. */
export function webhookPath(account: AccountId): string {
  return `/pages/v1/payments/stripe/${accountHandle(account)}`;
}
