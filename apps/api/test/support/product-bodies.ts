import type { Body, MiscMaterial } from '@pv-planning/contract';
import { expect } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { moduleData } from './module-data.ts';

export const pvModule: Body<'createPvModule'> = {
  name: 'SK 440',
  manufacturerId: '5001',
  ...moduleData,
};

export const tracker = { inputCount: 2, mppVoltageMin: 200, mppVoltageMax: 850, maxInputCurrent: 32 };

export const inverter: Body<'createInverter'> = {
  name: 'Hybrid 10',
  manufacturerId: '5002',
  acPower: 10_000,
  phases: 3,
  maxDcVoltage: 1000,
  mppTrackers: [tracker],
};

/** Creates a product of kind misc, which requires only a name. */
export async function newMisc(
  { call }: ApiClient,
  body: Partial<Body<'createMiscMaterial'>> = {},
): Promise<MiscMaterial> {
  const response = await call('createMiscMaterial', { body: { name: 'Kabel', ...body } });
  expect(response.status).toBe(201);
  return response.body;
}
