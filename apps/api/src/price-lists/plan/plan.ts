import type { Markup, RowResult } from '@pv-planning/contract';
import type { MaterialData } from '../../materials/material-data.ts';
import type { MaterialType } from '../../materials/material-kinds.ts';
import type { NamedManufacturer } from '../match/match-rows.ts';
import type { Product } from '../match/product.ts';

export interface PlanOptions {
  supplier: string | null;
  defaultMaterialType: MaterialType | undefined;
  createManufacturers: boolean;
  markup: readonly Markup[];
}

/** A selling price that follows from a purchase price. */
export interface PlannedPrice {
  siteId: string;
  /** Net euros per unit. */
  net: number;
}

/** A product that the list adds. */
export interface NewProduct {
  materialType: MaterialType;
  name: string;
  manufacturer: NamedManufacturer | undefined;
  supplier: string | null;
  articleNumber: string | null;
  manufacturerArticleNumber: string | null;
  gtin: string | null;
  description: string | null;
  unit: string;
  /** Euros per unit; undefined when the list gives none. */
  purchasePrice: number | undefined;
  data: MaterialData;
  prices: readonly PlannedPrice[];
}

/** A product that the list changes, before and after. */
export interface ChangedProduct {
  before: Product;
  product: Product;
  prices: readonly PlannedPrice[];
}

/** Everything that a price list does to the catalog. A dry run ends with it. */
export interface Plan {
  /** One for each row of the list, in their order. Products to be added have no id yet. */
  results: readonly RowResult[];
  created: readonly {
    /** Of its result in `results`. */
    index: number;
    product: NewProduct;
  }[];
  changed: readonly ChangedProduct[];
  /** Manufacturers to add: key → name. */
  manufacturers: ReadonlyMap<string, string>;
}
