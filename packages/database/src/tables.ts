import type { ColumnType } from 'kysely';
import type { ResourceTables } from './generated/tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** Every table, with company_id visible: for administration and delivery, which work across companies. */
export interface Tables extends ResourceTables, WebhookTables {}

/** A table inside one company: company_id can be read, never set or changed. */
type WithinCompany<Table> = Omit<Table, 'companyId'> & { companyId: ColumnType<string, never, never> };

/** Every table as seen from inside one company. */
export type CompanyTables = { [Name in keyof Tables]: WithinCompany<Tables[Name]> };
