import { CamelCasePlugin } from 'kysely';

/** Kysely's own rules for both spellings, which its plugin does not show. */
class Names extends CamelCasePlugin {
  column(name: string): string {
    return this.snakeCase(name);
  }

  property(column: string): string {
    return this.camelCase(column);
  }
}

const names = new Names();

/** The name of a column or table in SQL: `companyId` → `company_id`. */
export const columnName = (property: string): string => names.column(property);

/** The name of a column in TypeScript: `company_id` → `companyId`. */
export const propertyName = (column: string): string => names.property(column);
