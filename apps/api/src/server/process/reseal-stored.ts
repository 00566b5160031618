import { createSecretBox, type Database } from '@pv-planning/database';
import { resealSigningSecret } from '@pv-planning/webhook-delivery';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { responseRow } from '../../kernel/idempotency/idempotency-records.ts';
import { mailContents } from '../../kernel/mails/mail-contents.ts';
import { paymentAccounts } from '../../kernel/payment-accounts/payment-accounts.ts';
import { stripeClients } from '../../kernel/payment-accounts/stripe-clients.ts';
import type { SecretKeys } from '../../kernel/secrets/secret-keys.ts';
import { responseBoxOf } from '../../kernel/transactions/response-box.ts';

/** The primary key of a row, without the company. */
type RowKey = Readonly<Record<string, string>>;

/** A column with encrypted texts. */
interface SealedColumn {
  table: string;
  /** The columns of the primary key after the company. */
  key: readonly string[];
  column: string;
  /** Which of its texts are encrypted. Default: all. */
  where?: RawBuilder<unknown>;
  /** Reads the other data to which the text is bound. */
  bindingOf?(companyId: string, key: RowKey): Promise<string>;
  /** Returns the text encrypted with the present key; undefined if it already is. @throws Error if it cannot be decrypted */
  reseal(sealed: string, companyId: string, key: RowKey, binding?: string): string | undefined;
}

/** All encrypted texts of the service, except for kept slots: the links that open them end with the former key. */
function sealedColumns({ kysely }: Database, keys: SecretKeys): SealedColumn[] {
  const signing = createSecretBox(keys.secretKey, keys.formerSecretKey);
  const accounts = paymentAccounts(keys, stripeClients(), { production: false });
  const contents = mailContents(keys);
  const responses = responseBoxOf(keys);

  async function accountOf(companyId: string, { id = '' }: RowKey): Promise<string> {
    const booking = await kysely
      .selectFrom('booking')
      .select('paymentAccountId')
      .where('companyId', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst();
    return booking?.paymentAccountId ?? '';
  }

  return [
    ...['secret', 'previousSecret'].map(
      (column): SealedColumn => ({
        table: 'webhookEndpoint',
        key: ['id'],
        column,
        reseal: (sealed, companyId, { id = '' }) =>
          resealSigningSecret(signing, sealed, { companyId, endpointId: id }),
      }),
    ),
    ...(['apiKey', 'webhookSecret', 'previousWebhookSecret'] as const).map(
      (secret): SealedColumn => ({
        table: 'paymentAccount',
        key: ['id'],
        column: secret,
        reseal: (sealed, companyId, { id = '' }) => accounts.reseal(sealed, { companyId, id }, secret),
      }),
    ),
    {
      table: 'checkout',
      key: ['id'],
      column: 'request',
      bindingOf: accountOf,
      reseal(request, companyId, _key, id = '') {
        const sealed = accounts.reseal(JSON.parse(request).sealed, { companyId, id }, 'checkoutRequest');
        return sealed && JSON.stringify({ sealed });
      },
    },
    {
      table: 'mail',
      key: ['id'],
      column: 'content',
      reseal: (sealed, companyId, { id = '' }) => contents.reseal(sealed, { companyId, id }),
    },
    {
      table: 'idempotencyKey',
      key: ['owner', 'key'],
      column: 'body',
      // Other bodies are JSON objects.
      where: sql`body not like '{%'`,
      reseal: (sealed, companyId, { owner = '', key = '' }) =>
        responses.reseal(sealed, responseRow(companyId, owner, key)),
    },
  ];
}

const pageSize = 100;

/** Encrypts all stored secrets with the present key. Repetitions, other processes that do the same, and changes meanwhile do no harm. */
export async function resealStored(database: Database, keys: SecretKeys, logger: Logger): Promise<void> {
  logger.info('encrypting stored secrets with the new SECRET_KEY');
  const companies = await database.kysely.selectFrom('company').select('companyId').execute();
  let resealed = 0;
  for (const sealedColumn of sealedColumns(database, keys))
    for (const { companyId } of companies)
      resealed += await resealColumn(database, companyId, sealedColumn, logger);
  logger.info({ resealed }, 'all stored secrets are encrypted with the new SECRET_KEY');
}

/** @returns how many texts were encrypted again */
async function resealColumn(
  { kysely }: Database,
  companyId: string,
  { table, key, column, where = sql`true`, bindingOf, reseal }: SealedColumn,
  logger: Logger,
): Promise<number> {
  const [from, name, keyColumns] = [
    sql.table(table),
    sql.ref(column),
    sql.join(key.map((each) => sql.ref(each))),
  ];
  let resealed = 0;
  for (let last: RowKey | undefined; ; ) {
    const after = last ? sql`(${keyColumns}) > (${sql.join(Object.values(last))})` : sql`true`;
    const { rows } = await sql<RowKey>`
      select ${keyColumns}, ${name}::text as sealed from ${from}
       where company_id = ${companyId} and ${name} is not null and ${name}::text <> '' and ${where} and ${after}
       order by ${keyColumns} limit ${pageSize}`.execute(kysely);
    for (const { sealed = '', ...row } of rows) {
      last = row;
      const binding = await bindingOf?.(companyId, row);
      const text = attempted(() => reseal(sealed, companyId, row, binding));
      if (text === undefined) continue;
      const { numAffectedRows = 0n } = await sql`
        update ${from} set ${name} = ${text}
         where company_id = ${companyId} and (${keyColumns}) = (${sql.join(Object.values(row))}) and ${name}::text = ${sealed}`.execute(
        kysely,
      );
      resealed += Number(numAffectedRows);
    }
    if (rows.length < pageSize) return resealed;
  }

  function attempted(work: () => string | undefined): string | undefined {
    try {
      return work();
    } catch (error) {
      logger.warn(
        { err: error, companyId, table, column },
        'a stored secret can be decrypted with neither key',
      );
      return undefined;
    }
  }
}
