import { isDeepStrictEqual } from 'node:util';
import type { CompanyQueries, Tables } from '@pv-planning/database';
import { withinCompany } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { AdministrationError } from '../administration-error.ts';
import { inputCheck } from '../checked-input.ts';
import { requireCompany } from '../company-administration.ts';
import { inTransaction } from '../in-transaction.ts';
import { missingContacts, withoutContacts } from './missing-contacts.ts';

/** The beginning of the withdrawal period: the contract (services, work), or the delivery (purchase with installation). */
export type WithdrawalStart = 'CONTRACT' | 'DELIVERY';

/** A part of the price, due at some time such as "bei Auftragserteilung". */
export interface Instalment {
  percent: number;
  due: string;
}

/** The texts of a company for consumers. */
export interface CompanyTexts {
  withdrawal: WithdrawalStart | null;
  termsAndConditions: string | null;
  paymentPlan: readonly Instalment[] | null;
  deliveryTime: string | null;
  guarantee: string | null;
}

export interface TextsVersion extends CompanyTexts {
  /** Increases with every change. */
  version: number;
}

const text = (maxLength: number) => ({ type: ['string', 'null'], minLength: 1, maxLength });

const checkFile = inputCheck<Partial<CompanyTexts>>({
  type: 'object',
  additionalProperties: false,
  properties: {
    withdrawal: { enum: ['CONTRACT', 'DELIVERY', null] },
    termsAndConditions: text(100_000),
    paymentPlan: {
      type: ['array', 'null'],
      minItems: 1,
      maxItems: 10,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['percent', 'due'],
        properties: {
          percent: { type: 'number', exclusiveMinimum: 0, maximum: 100 },
          due: { type: 'string', minLength: 1, maxLength: 200 },
        },
      },
    },
    deliveryTime: text(200),
    guarantee: text(10_000),
  },
});

/** Checks the content of a file. Texts that it omits are null. @throws {AdministrationError} */
export function companyTexts(input: unknown): CompanyTexts {
  const { withdrawal = null, termsAndConditions = null, paymentPlan = null, ...others } = checkFile(input);
  const { deliveryTime = null, guarantee = null } = others;
  // In hundredths: sums of decimals are not exact.
  const hundredths = paymentPlan?.reduce((sum, { percent }) => sum + Math.round(percent * 100), 0);
  if (hundredths !== undefined && hundredths !== 10_000)
    throw new AdministrationError('invalid_fields', 'The percentages of paymentPlan must add up to 100.');
  return { withdrawal, termsAndConditions, paymentPlan, deliveryTime, guarantee };
}

/** Returns the texts in a version, by default the current one; null if the company has none. */
export async function readCompanyTexts(db: CompanyQueries, version?: number): Promise<TextsVersion | null> {
  const row = await db
    .selectFrom('companyTexts')
    .select(['version', 'termsAndConditions', 'deliveryTime', 'guarantee'])
    .select(({ ref }) => [
      ref('withdrawal').$castTo<WithdrawalStart | null>().as('withdrawal'),
      ref('paymentPlan').$castTo<Instalment[] | null>().as('paymentPlan'),
    ])
    .$if(version !== undefined, (query) => query.where('version', '=', version as number))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** @throws {AdministrationError} if the company lacks what the instruction on withdrawal must state */
async function requireContacts(db: CompanyQueries): Promise<void> {
  const { missingContacts: missing } = await db
    .selectFrom('company')
    .select(missingContacts)
    .executeTakeFirstOrThrow();
  if (missing.length > 0)
    throw new AdministrationError(
      'invalid_fields',
      `The company has ${withoutContacts(missing)}, which the instruction on withdrawal must state. Set it by company update first.`,
    );
}

/**
 * Replaces the texts of a company by a new version, unless they are the same. Earlier versions are kept.
 *
 * @throws {AdministrationError}
 */
export function setCompanyTexts(
  kysely: Kysely<Tables>,
  companyId: string,
  texts: CompanyTexts,
): Promise<TextsVersion> {
  return inTransaction(kysely, async (transaction) => {
    const db = withinCompany(transaction, await requireCompany(transaction, companyId, 'lock'));
    if (texts.withdrawal !== null) await requireContacts(db);
    const current = await readCompanyTexts(db);
    if (current && isDeepStrictEqual(current, { ...texts, version: current.version })) return current;
    const version = (current?.version ?? 0) + 1;
    const { paymentPlan, ...others } = texts;
    await db
      .insertInto('companyTexts')
      .values({ ...others, version, paymentPlan: paymentPlan === null ? null : JSON.stringify(paymentPlan) })
      .execute();
    return { ...texts, version };
  });
}
