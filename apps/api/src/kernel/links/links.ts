import type { SecretKeys } from '../secrets/secret-keys.ts';
import { linkTokens, type TokenPurpose, type TokenTarget } from './link-tokens.ts';

/** The start of the path of a link, before its token. */
export const linkPaths: Readonly<Record<TokenPurpose, string>> = {
  offer: '/o/',
  booking: '/b/',
  confirmation: '/c/',
};

/** The links of one company. */
export interface CompanyLinks {
  tokenOf(target: Omit<TokenTarget, 'companyId'>): string;
  /** Whether the service has a public address. */
  isPublic(): boolean;
  /** Returns the address of a link, or null if the service has no public address. */
  urlOf(purpose: TokenPurpose, token: string): string | null;
}

/** Returns the links of a company. */
export type Links = (companyId: string) => CompanyLinks;

/** @param publicUrl returns the public address of the service, without a slash at the end */
export function createLinks(keys: SecretKeys, publicUrl: () => string | undefined): Links {
  const { tokenOf } = linkTokens(keys);
  return (companyId) => ({
    tokenOf: (target) => tokenOf({ ...target, companyId }),
    isPublic: () => publicUrl() !== undefined,
    urlOf(purpose, token) {
      const base = publicUrl();
      return base === undefined ? null : `${base}${linkPaths[purpose]}${token}`;
    },
  });
}
