import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ProviderObjects } from './provider/objects.ts';

/** What the provider keeps for itself of a checkout session, with its id. */
export interface Cart {
  id: string;
  productName: string;
  productDescription: string;
  /** Inclusive. */
  taxPercentage: number;
  /** For the payment intent. */
  metadata: Record<string, string>;
}

/** A discount that customers can enter. Made in the dashboard. */
export interface PromotionCode {
  id: string;
  code: string;
  percentOff: number | null;
  amountOff: number | null;
}

/** An account of the provider with its only key and webhook endpoint. */
export interface Account {
  id: string;
  apiKey: string;
  webhookUrl: string | null;
  webhookSecret: string;
}

/** The first response to an idempotency key. */
export interface SavedResponse {
  id: string;
  fingerprint: string;
  status: number;
  body: unknown;
  created: number;
}

interface Records extends ProviderObjects {
  cart: Cart;
  promotion_code: PromotionCode;
  account: Account;
  saved_response: SavedResponse;
}

export type Kind = keyof Records;

/** Equality of fields. */
type Filter = Readonly<Record<string, string | number>>;

/** Records of all accounts, as JSON in one table. */
export class Store {
  readonly #database: DatabaseSync;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.#database = new DatabaseSync(join(directory, 'stripe-stand-in.sqlite'));
    this.#database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = normal;
      pragma busy_timeout = 5000;
      create table if not exists record (
        sequence integer primary key, account text not null, kind text not null, id text not null, body text not null,
        unique (account, kind, id)
      );
      create index if not exists record_of_payment on record (account, kind, body ->> 'payment_intent');
      create index if not exists account_key on record (body ->> 'apiKey') where kind = 'account';
      create index if not exists record_by_id on record (kind, id);
      create index if not exists open_session on record (body ->> 'expires_at')
        where kind = 'checkout.session' and body ->> 'status' = 'open';
      create table if not exists webhook (event text primary key, account text not null, due integer not null, attempts integer not null);
    `);
  }

  close(): void {
    this.#database.close();
  }

  /** All writes of `work`, or none. */
  transaction<Result>(work: () => Result): Result {
    this.#database.exec('begin immediate');
    try {
      const result = work();
      this.#database.exec('commit');
      return result;
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
  }

  put<K extends Kind>(account: string, kind: K, record: Records[K]): void {
    this.#database
      .prepare(
        `insert into record (account, kind, id, body) values (?, ?, ?, ?)
         on conflict (account, kind, id) do update set body = excluded.body`,
      )
      .run(account, kind, record.id, JSON.stringify(record));
  }

  get<K extends Kind>(account: string, kind: K, id: string): Records[K] | undefined {
    const row = this.#database
      .prepare('select body from record where account = ? and kind = ? and id = ?')
      .get(account, kind, id);
    return row && JSON.parse(String(row.body));
  }

  /** The newest first, as the provider lists them. */
  list<K extends Kind>(account: string, kind: K, filter: Filter = {}): Records[K][] {
    const fields = Object.keys(filter);
    const conditions = fields.map((field) => ` and body ->> '${field}' = ?`).join('');
    return this.#database
      .prepare(`select body from record where account = ? and kind = ?${conditions} order by sequence desc`)
      .all(account, kind, ...Object.values(filter))
      .map(({ body }) => JSON.parse(String(body)));
  }

  accounts(): Account[] {
    return this.#database
      .prepare(`select body from record where kind = 'account' order by sequence desc`)
      .all()
      .map(({ body }) => JSON.parse(String(body)));
  }

  accountWithKey(apiKey: string): Account | undefined {
    const row = this.#database
      .prepare(`select body from record where kind = 'account' and body ->> 'apiKey' = ?`)
      .get(apiKey);
    return row && JSON.parse(String(row.body));
  }

  /** Returns the account in which an object with this id exists. */
  accountOf(kind: Kind, id: string): string | undefined {
    const row = this.#database.prepare('select account from record where kind = ? and id = ?').get(kind, id);
    return row && String(row.account);
  }

  /** Returns the open checkout sessions whose time is over. */
  overdueSessions(now: number): { account: string; id: string }[] {
    return this.#database
      .prepare(
        `select account, id from record
          where kind = 'checkout.session' and body ->> 'status' = 'open' and body ->> 'expires_at' <= ?`,
      )
      .all(now)
      .map(({ account, id }) => ({ account: String(account), id: String(id) }));
  }

  queueWebhook(account: string, event: string, due: number): void {
    this.#database
      .prepare('insert into webhook (account, event, due, attempts) values (?, ?, ?, 0)')
      .run(account, event, due);
  }

  dueWebhooks(now: number): { account: string; event: string; attempts: number }[] {
    return this.#database
      .prepare('select account, event, attempts from webhook where due <= ? order by rowid')
      .all(now)
      .map(({ account, event, attempts }) => ({
        account: String(account),
        event: String(event),
        attempts: Number(attempts),
      }));
  }

  retryWebhook(event: string, due: number): void {
    this.#database
      .prepare('update webhook set due = ?, attempts = attempts + 1 where event = ?')
      .run(due, event);
  }

  deleteWebhook(event: string): void {
    this.#database.prepare('delete from webhook where event = ?').run(event);
  }
}
