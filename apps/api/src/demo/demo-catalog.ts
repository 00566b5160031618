import type { CompanyQueries } from '@pv-planning/database';
import { manufacturers } from '../manufacturers/manufacturer-records.ts';
import type { MaterialType } from '../materials/material-kinds.ts';
import { insertMaterial } from '../materials/material-records.ts';
import { newService, services } from '../services/service-records.ts';
import { demoBatteries } from './demo-batteries.ts';
import { demoInverters } from './demo-inverters.ts';
import { demoModules } from './demo-modules.ts';
import {
  demoEmergencyPower,
  demoEquipment,
  demoMiscMaterials,
  demoSubconstructions,
  demoWallboxes,
} from './demo-other-products.ts';
import { demoServices } from './demo-services.ts';

interface Product {
  purchasePrice: number;
}

interface Shelf {
  type: MaterialType;
  manufacturer: string;
  products: readonly Product[];
}

/** Inverters come first because other products reference them. */
const shelves: readonly Shelf[] = [
  { type: 'inverter', manufacturer: 'Demo Wechselrichter', products: demoInverters },
  { type: 'battery', manufacturer: 'Demo Speicher', products: demoBatteries },
  { type: 'pv_module', manufacturer: 'Demo Modulwerk', products: demoModules },
  { type: 'wallbox', manufacturer: 'Demo Ladetechnik', products: demoWallboxes },
  { type: 'subconstruction', manufacturer: 'Demo Montagesysteme', products: demoSubconstructions },
  { type: 'equipment', manufacturer: 'Demo Wechselrichter', products: demoEquipment },
  { type: 'emergency_power', manufacturer: 'Demo Wechselrichter', products: demoEmergencyPower },
  { type: 'misc', manufacturer: 'Demo Kleinteile', products: demoMiscMaterials },
];

const supplier = 'Demo-Großhandel';

/** Selling price divided by purchase price. */
const markup = 1.35;

function priced({ purchasePrice }: Product, siteIds: readonly string[]) {
  const net = Math.round(purchasePrice * markup * 100) / 100;
  return { supplier, sellingPrices: siteIds.map((siteId) => ({ siteId, net })) };
}

/** Fills the catalog of the demo company with fictitious products with plausible data. Raises no events. */
export async function fillDemoCatalog(db: CompanyQueries, siteIds: readonly string[]): Promise<void> {
  const manufacturerIds = new Map<string, string>();
  for (const name of new Set(shelves.map(({ manufacturer }) => manufacturer))) {
    manufacturerIds.set(name, (await manufacturers.insert(db, { name })).id);
  }
  const hybrids: string[] = [];
  for (const { type, manufacturer, products } of shelves) {
    const manufacturerId = manufacturerIds.get(manufacturer) ?? null;
    for (const product of products) {
      const compatible = 'coupling' in product &&
        product.coupling === 'DC' && { compatibleInverterIds: hybrids };
      const body = { ...product, ...priced(product, siteIds), ...compatible, manufacturerId };
      const { id } = await insertMaterial(db, type, body);
      if ('hybrid' in product) hybrids.push(id);
    }
  }
  for (const service of demoServices) await services.insert(db, newService(service));
}
