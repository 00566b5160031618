import type { SellingPrice } from '@pv-planning/contract';
import type { MaterialType } from '../../materials/material-kinds.ts';

/** The fields of a catalog product that price lists read and change. */
export interface Product {
  id: string;
  materialType: MaterialType;
  name: string;
  archived: boolean;
  manufacturerId: string | null;
  supplier: string | null;
  /**
   * Whether the product is from the list's supplier: true if the list has no supplier, null if the product's supplier is unknown.
   */
  isFromSupplier: boolean | null;
  articleNumber: string | null;
  manufacturerArticleNumber: string | null;
  gtin: string | null;
  description: string | null;
  unit: string;
  vatRate: SellingPrice['vatRate'];
  purchasePrice: number;
  /** Selling prices at the sites for which the list has markups. */
  sellingPrices: Pick<SellingPrice, 'siteId' | 'net'>[];
  updatedAt: string;
}

/** Columns of a product that a price list can change, with their SQL types. */
export const changeableTypes = {
  articleNumber: 'text',
  supplier: 'text',
  name: 'text',
  description: 'text',
  unit: 'text',
  manufacturerArticleNumber: 'text',
  gtin: 'text',
  purchasePrice: 'numeric',
} as const;

export const changeableColumns = Object.keys(changeableTypes) as (keyof typeof changeableTypes)[];

/** Columns that a price list sets for a new product, with their SQL types. */
export const listedTypes = {
  ...changeableTypes,
  id: 'bigint',
  materialType: 'text',
  manufacturerId: 'bigint',
  vatRate: 'smallint',
} as const;

export const listedColumns = Object.keys(listedTypes) as (keyof typeof listedTypes)[];
