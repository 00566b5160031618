import type { Body } from '@pv-planning/contract';
import type { OfferCompany } from './offer-company.ts';

/** § 12 (3) UStG: 24 modules, inverter, battery, mounting and installation at 0 %, a wallbox with its installation at 19 %. */
export function referenceLines({ products, project }: Pick<OfferCompany, 'products' | 'project'>) {
  const [roof = { id: '' }] = project.roofs;
  return {
    modules: [{ materialId: products.module, roofId: roof.id, quantity: 24, price: 95 }],
    inverters: [{ materialId: products.inverter, price: 1850 }],
    batteries: [{ materialId: products.battery, price: 5200 }],
    wallboxes: [{ materialId: products.wallbox, price: 780 }],
    additionalCosts: [
      { name: 'Unterkonstruktion', price: 1900, vatRate: 0 },
      { name: 'Montage', price: 4300, vatRate: 0 },
      { name: 'Rabatt', price: -500, vatRate: 0 },
      { name: 'Montage der Wallbox', price: 450, vatRate: 19 },
    ],
  } satisfies Partial<Body<'createOffer'>>;
}
