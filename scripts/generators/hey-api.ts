import assert from 'node:assert/strict';
import { client } from './client/client.gen.ts';
import * as api from './client/sdk.gen.ts';

client.setConfig({ baseUrl: process.env.PV_URL ?? '', auth: process.env.PV_KEY ?? '' });
const throwing = { throwOnError: true } as const;

const { data: customer } = await api.createCustomer({ ...throwing, body: { lastName: 'Schneider' } });
const { data: sameCustomer } = await api.getCustomer({ ...throwing, path: { id: customer.id } });
assert.equal(sameCustomer.lastName, 'Schneider');
const { data: customers } = await api.listCustomers({ ...throwing, query: { ids: [customer.id, '0'] } });
assert.deepEqual(customers.data, [sameCustomer]);

const { data: manufacturers } = await api.listManufacturers(throwing);
const [manufacturer] = manufacturers.data;
assert.ok(manufacturer);
const { data: battery } = await api.createBattery({
  ...throwing,
  body: { name: 'Store 10', manufacturerId: manufacturer.id, usableCapacity: 9.6, chemistry: 'LFP' },
});
const { data: sameBattery } = await api.getBattery({ ...throwing, path: { id: battery.id } });
assert.equal(sameBattery.chemistry, 'LFP');
assert.equal(sameBattery.coupling, null);
const { data: batteries } = await api.listBatteries({ ...throwing, query: { ids: [battery.id, '0'] } });
assert.deepEqual(batteries.data, [sameBattery]);
