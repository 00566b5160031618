import { CamelCasePlugin } from 'kysely';

/** Gives access to Kysely's conversion rules, which its plugin does not expose. */
class Names extends CamelCasePlugin {
  column(name: string): string {
    return this.snakeCase(name);
  }

  property(column: string): string {
    return this.camelCase(column);
  }
}

const names = new Names();

/** Returns the SQL name of a column or table: `companyId` → `company_id`. */
export const columnName = (property: string): string => names.column(property);

/** Returns the TypeScript name of a column: `company_id` → `companyId`. */
export const propertyName = (column: string): string => names.property(column);
