import { createHmac, hash } from 'node:crypto';
import { isRecordId } from '../identifiers/record-id.ts';

/** What a link is for. A token is valid for one purpose. */
export type LinkPurpose = 'offer' | 'booking';

/** What a token is derived from. */
export interface LinkTarget {
  purpose: LinkPurpose;
  companyId: string;
  recordId: string;
  /** Increases when the link is replaced. */
  version: number;
}

/** Derives the token of a link, so that it can be shown again although only its hash is stored. */
export type TokenOf = (target: LinkTarget) => string;

/** 160 bits. */
const secretBytes = 20;

const tokenPattern = /^(\d{1,19})\.[\w-]{27}$/;

/** @param secretKey the service's key. Tokens are derived from a subkey, so that they reveal nothing about its other uses */
export function linkTokens(secretKey: Buffer): TokenOf {
  const subkey = createHmac('sha256', secretKey).update('tokens of links').digest();
  return ({ purpose, companyId, recordId, version }) => {
    const target = JSON.stringify([purpose, companyId, recordId, version]);
    const secret = createHmac('sha256', subkey).update(target).digest().subarray(0, secretBytes);
    return `${companyId}.${secret.toString('base64url')}`;
  };
}

/** Returns the company id in a token, or undefined if the text is not a token. */
export function companyOfToken(token: string): string | undefined {
  const companyId = tokenPattern.exec(token)?.[1];
  return companyId !== undefined && isRecordId(companyId) ? companyId : undefined;
}

/** Returns the SHA-256 of a token in base64url. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}
