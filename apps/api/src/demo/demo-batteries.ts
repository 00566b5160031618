import type { DemoProduct } from './demo-product.ts';

/** Batteries consisting of modules with 2.56 kWh each. */
function tower(modules: number, purchasePrice: number): DemoProduct<'createBattery'> {
  /** Total capacity, rounded to avoid binary fractions. */
  const together = (ofOne: number) => Number((modules * ofOne).toFixed(2));
  const usableCapacity = together(2.56);
  return {
    name: `Demo Speicher ${usableCapacity.toFixed(1)} kWh`,
    articleNumber: `DEMO-SP-${modules}M`,
    purchasePrice,
    capacity: together(2.69),
    usableCapacity,
    depthOfDischargePercent: 95,
    voltage: together(102.4),
    maxChargePower: together(2560),
    maxDischargePower: together(2560),
    coupling: 'DC',
    chemistry: 'LFP',
    cycles: 6000,
    modular: true,
    moduleCapacity: 2.56,
    minModules: 2,
    maxModules: 5,
    backupCapable: true,
    warrantyYears: 10,
    warrantyCapacityPercent: 70,
  };
}

export const demoBatteries: DemoProduct<'createBattery'>[] = [
  tower(2, 1850),
  tower(3, 2580),
  tower(4, 3290),
  tower(5, 3980),
  {
    name: 'Demo Speicher 9.6 kWh, mit eigenem Wechselrichter',
    articleNumber: 'DEMO-SP-AC96',
    purchasePrice: 4350,
    capacity: 10.1,
    usableCapacity: 9.6,
    apparentPower: 4600,
    ratedAcCurrent: 20,
    maxChargePower: 4600,
    maxDischargePower: 4600,
    coupling: 'AC',
    phases: 1,
    chemistry: 'LFP',
    cycles: 8000,
    integratedNaProtection: true,
    warrantyYears: 10,
  },
];
