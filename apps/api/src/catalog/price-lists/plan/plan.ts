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

/** A selling price calculated from a purchase price. */
export interface PlannedPrice {
  siteId: string;
  /** Net euros per unit. */
  net: number;
}

/** A product that the import adds. */
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
  /** Euros per unit; undefined if the list has no price. */
  purchasePrice: number | undefined;
  data: MaterialData;
  prices: readonly PlannedPrice[];
}

/** A product that the import changes. */
export interface ChangedProduct {
  before: Product;
  /** The product after the import. */
  product: Product;
  prices: readonly PlannedPrice[];
}

/** All changes that a price list makes to the catalog. A dry run only returns the plan. */
export interface Plan {
  /** One per list item, in list order. Products to be added have no id yet. */
  results: readonly RowResult[];
  created: readonly {
    /** Index of the product's result in `results`. */
    index: number;
    product: NewProduct;
  }[];
  changed: readonly ChangedProduct[];
  /** Names of manufacturers to add, by key. */
  manufacturers: ReadonlyMap<string, string>;
}
