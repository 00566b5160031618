import type { Material } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { requireCoherent } from '../src/catalog/materials/material-records.ts';
import { contract } from './support/contract-document.ts';

const products = Object.entries(contract.components.examples)
  .map(([name, { value }]) => [name, value as Material] as const)
  .filter(([, value]) => typeof value === 'object' && value !== null && 'sellingPrices' in value)
  .filter(([, value]) => 'materialType' in value);

test('the contract has an example for every kind of product', () => {
  expect(new Set(products.map(([, { materialType }]) => materialType)).size).toBe(8);
});

describe.each(products)('%s', (_name, product) => {
  test('has consistent data', () => {
    expect(() => requireCoherent(product.materialType, product)).not.toThrow();
  });

  test('has gross prices that match its net prices', () => {
    for (const { net, vatRate, gross } of product.sellingPrices) {
      expect(Math.abs(gross - (net * (100 + vatRate)) / 100)).toBeLessThanOrEqual(0.005);
    }
  });
});
