import type { Markup, RowResult } from '@pv-planning/contract';
import type { MaterialData } from '../materials/material-data.ts';
import type { MaterialType } from '../materials/material-kinds.ts';
import type { KnownManufacturer, Product } from './catalog.ts';

export interface PlanOptions {
  supplier: string | null;
  defaultMaterialType: MaterialType | undefined;
  createManufacturers: boolean;
  markup: readonly Markup[];
}

/** What a price list can change of a product, by the types of the columns. */
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

/** What a price list can say of a product, by the types of the columns. */
export const listedTypes = {
  ...changeableTypes,
  id: 'bigint',
  materialType: 'text',
  manufacturerId: 'bigint',
  vatRate: 'smallint',
} as const;

export const listedColumns = Object.keys(listedTypes) as (keyof typeof listedTypes)[];

/** A selling price that follows from a purchase price. */
export interface PlannedPrice {
  siteId: string;
  /** Net euros of one unit. */
  net: number;
}

/** A product that the list adds. */
export interface NewProduct {
  materialType: MaterialType;
  name: string;
  /** Its id is null when the list adds it too. */
  manufacturer: KnownManufacturer | undefined;
  supplier: string | null;
  articleNumber: string | null;
  manufacturerArticleNumber: string | null;
  gtin: string | null;
  description: string | null;
  unit: string;
  /** Euros of one unit; undefined when the list does not say it. */
  purchasePrice: number | undefined;
  data: MaterialData;
  prices: PlannedPrice[];
}

/** A product that the list changes, as it will be and as it was. */
export interface ChangedProduct {
  product: Product;
  before: Product;
  prices: PlannedPrice[];
}

/** What a price list does, before any of it is done. */
export interface Plan {
  results: RowResult[];
  /** With the result that gets the id. */
  created: { product: NewProduct; result: RowResult }[];
  changed: Map<string, ChangedProduct>;
  /** Manufacturers to add: key → name. */
  manufacturers: Map<string, string>;
}
