import type { ColumnType } from 'kysely';
import type { ResourceTables } from './generated/tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** All tables with a writable company_id; for administration and delivery, which work across companies. */
export interface Tables extends ResourceTables, WebhookTables {}

/** A table inside one company: company_id is read-only. */
type WithinCompany<Table> = Omit<Table, 'companyId'> & { companyId: ColumnType<string, never, never> };

/** All tables as seen from inside one company. */
export type CompanyTables = { [Name in keyof Tables]: WithinCompany<Tables[Name]> };
