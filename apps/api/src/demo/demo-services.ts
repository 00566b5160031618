import type { Body } from '@pv-planning/contract';

export const demoServices: Body<'createService'>[] = [
  { name: 'Demo Montage je Modul', category: 'INSTALLATION', unit: 'MODULE', price: 62.5, purchasePrice: 41 },
  { name: 'Demo Gerüst', category: 'SCAFFOLDING', unit: 'SQUARE_METER', price: 9.8, purchasePrice: 7.25 },
  { name: 'Demo Elektroinstallation', category: 'ELECTRICAL', price: 1480, purchasePrice: 920 },
  { name: 'Demo Umbau Zählerschrank', category: 'METER_CABINET', price: 1650, purchasePrice: 1080 },
  { name: 'Demo Anmeldung Netzbetreiber und Register', category: 'REGISTRATION', price: 290 },
  { name: 'Demo Installation Wallbox', category: 'ELECTRICAL', price: 450, purchasePrice: 280, vatRate: 19 },
];
