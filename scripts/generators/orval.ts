import assert from 'node:assert/strict';
import * as api from './client.ts';

const options = { headers: { Authorization: `Bearer ${process.env.PV_KEY}` } };

const created = await api.createCustomer({ lastName: 'Schneider' }, options);
assert.equal(created.status, 201);
const read = await api.getCustomer(created.data.id, options);
assert.equal(read.status, 200);
assert.equal(read.data.lastName, 'Schneider');
// Sent as ids=…&ids=…
const listed = await api.listCustomers({ ids: [created.data.id, '0'] }, options);
assert.equal(listed.status, 200);
assert.deepEqual(listed.data.data, [read.data]);

const manufacturers = await api.listManufacturers(undefined, options);
assert.equal(manufacturers.status, 200);
const [manufacturer] = manufacturers.data.data;
assert.ok(manufacturer);
const battery = await api.createBattery(
  { name: 'Store 10', manufacturerId: manufacturer.id, usableCapacity: 9.6, chemistry: 'LFP' },
  options,
);
assert.equal(battery.status, 201);
const same = await api.getBattery(battery.data.id, options);
assert.equal(same.status, 200);
assert.equal(same.data.chemistry, 'LFP');
assert.equal(same.data.coupling, null);
const batteries = await api.listBatteries({ ids: [battery.data.id, '0'] }, options);
assert.equal(batteries.status, 200);
assert.deepEqual(batteries.data.data, [same.data]);
