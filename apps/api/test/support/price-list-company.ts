import type { Body, PriceListResult, RowResult } from '@pv-planning/contract';
import { expect } from 'vitest';
import type { TestCompany } from './test-company.ts';

export type Import = Body<'importPriceList'>;

/** A company with one site and one manufacturer. Tests add products to it. */
export interface PriceListCompany extends TestCompany {
  siteId: string;
  manufacturerId: string;
  /** Adds a product of kind misc. Returns its id. */
  add(body: Partial<Body<'createMiscMaterial'>>): Promise<string>;
  import(body: Import): Promise<PriceListResult>;
  read(id: string): Promise<Record<string, unknown>>;
  find(articleNumber: string): Promise<Record<string, unknown>[]>;
}

/** Returns a function that adds companies for the import of price lists. */
export function priceListCompanies({ addCompany }: { addCompany: () => Promise<TestCompany> }) {
  return async function newPriceListCompany(): Promise<PriceListCompany> {
    const company = await addCompany();
    const { call } = company.api;
    const { body: manufacturer } = await call('createManufacturer', {
      body: { name: 'Nordkabel GmbH', shortName: 'Nordkabel' },
    });
    return {
      ...company,
      siteId: await company.newSite(),
      manufacturerId: manufacturer.id,
      async add(body) {
        const response = await call('createMiscMaterial', { body: { name: 'Kabel', ...body } });
        expect(response.status).toBe(201);
        return response.body.id;
      },
      async import(body) {
        const response = await call('importPriceList', { body });
        expect({ status: response.status, text: response.status === 200 || response.text }).toEqual({
          status: 200,
          text: true,
        });
        return response.body;
      },
      async read(id) {
        const { body } = await call('listMaterials', { query: { limit: 200 } });
        return body.data.find((product) => product.id === id) ?? {};
      },
      async find(articleNumber) {
        return (await call('listMaterials', { query: { articleNumber } })).body.data as never;
      },
    };
  };
}

/** Options for rows without a material type. */
export const misc: Import = { defaultMaterialType: 'misc' };

export const statuses = ({ results }: PriceListResult) => results.map(({ status }) => status);
export const codes = (problems: RowResult['errors']) => problems.map(({ code, field }) => [code, field]);
export const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

export function csv(...lines: string[]) {
  return [{ name: 'preise.csv', content: base64(lines.join('\r\n')) }];
}

/** Returns the content of a DATANORM 4 file. */
export function datanormText(...records: string[]): string {
  return [`V 210326${' '.repeat(115)}04EUR`, ...records].join('\r\n');
}

export function datanorm(...records: string[]) {
  return [{ name: 'DATANORM.001', content: base64(datanormText(...records)) }];
}

/** One row's outcome. */
export async function outcome(
  company: PriceListCompany,
  row: NonNullable<Import['rows']>[number],
  options: Import = {},
) {
  const { results } = await company.import({ rows: [row], ...options });
  return results[0] as RowResult;
}

/** Returns a GTIN-8: seven digits and their check digit. */
export function gtinOf(number: number): string {
  const digits = String(number).padStart(7, '0');
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
