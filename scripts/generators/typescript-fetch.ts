import assert from 'node:assert/strict';
import { BatteriesApi, Configuration, CustomersApi, ManufacturersApi } from './client/index.js';

const configuration = new Configuration({
  basePath: process.env.PV_URL ?? '',
  accessToken: process.env.PV_KEY ?? '',
});
const customers = new CustomersApi(configuration);
const batteries = new BatteriesApi(configuration);

const { id } = await customers.createCustomer({ customerCreate: { lastName: 'Schneider' } });
const customer = await customers.getCustomer({ id });
assert.equal(customer.lastName, 'Schneider');
assert.deepEqual((await customers.listCustomers({ ids: [id, '0'] })).data, [customer]);

const [manufacturer] = (await new ManufacturersApi(configuration).listManufacturers()).data;
assert.ok(manufacturer);
const created = await batteries.createBattery({
  batteryCreate: { name: 'Store 10', manufacturerId: manufacturer.id, usableCapacity: 9.6, chemistry: 'LFP' },
});
const battery = await batteries.getBattery({ id: created.id });
assert.equal(battery.chemistry, 'LFP');
assert.equal(battery.coupling, null);
assert.deepEqual((await batteries.listBatteries({ ids: [battery.id, '0'] })).data, [battery]);
