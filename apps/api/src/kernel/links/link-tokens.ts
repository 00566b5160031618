import { createMacs, macPattern, type SecretKeys } from '../secrets/secret-keys.ts';

/** Purpose of a lasting link, whose version and end are stored. */
export type LinkPurpose = 'offer' | 'booking';

/** Purpose of a token, which is valid for nothing else. Links for confirmations are not stored: they end with their record. */
export type TokenPurpose = LinkPurpose | 'confirmation';

/** The data from which a token is derived. */
export interface TokenTarget<Purpose extends TokenPurpose = TokenPurpose> {
  purpose: Purpose;
  companyId: string;
  recordId: string;
  /** Increases when the link is replaced. */
  version: number;
}

/** Tokens are derived from their targets and the secret key, so that they can be shown again without being stored. */
export interface LinkTokens {
  tokenOf(target: TokenTarget): string;
  /** Returns the target of a token, or undefined if this service has not made it for this purpose. */
  targetOf<Purpose extends TokenPurpose>(token: string, purpose: Purpose): TokenTarget<Purpose> | undefined;
}

const tokenPattern = new RegExp(`^(\\d{1,19})\\.([\\w-]{1,36})\\.([1-9]\\d{0,8})\\.(${macPattern})$`);

export function linkTokens(keys: SecretKeys): LinkTokens {
  const { macOf, isMac } = createMacs(keys);
  return {
    tokenOf({ purpose, companyId, recordId, version }) {
      const mac = macOf(`${purpose} link`, companyId, recordId, version);
      return `${companyId}.${recordId}.${version}.${mac}`;
    },
    targetOf(token, purpose) {
      const [, companyId = '', recordId = '', digits, mac = ''] = tokenPattern.exec(token) ?? [];
      const version = Number(digits);
      return isMac(mac, `${purpose} link`, companyId, recordId, version)
        ? { purpose, companyId, recordId, version }
        : undefined;
    },
  };
}
