import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expectStatus, paced, repeated } from '../process/requests.ts';
import { call } from '../records/call.ts';
import { createKey } from '../records/company.ts';
import { createCustomers } from '../records/customers.ts';
import { house, largest, offerBody } from '../records/offer-body.ts';
import { addOfferRecords } from '../records/offer-company.ts';
import { copyOffer } from '../records/offers.ts';
import type { CaseStage, FairnessCase, Load } from './fairness-case.ts';
import { generated } from './generated.ts';
import { inventedVisitors } from './invented-visitors.ts';
import { largeForms } from './large-forms.ts';
import { largePlants } from './large-plants.ts';

/** The default rate limit of an API key: 600 requests per minute. */
const perSecondOfKey = 10;

/** The busy company sends the same request again and again, at the rate that its key allows. */
function busy(
  { url, busy: company }: CaseStage,
  path: string,
  expected: readonly number[],
  { headers = {}, ...options }: RequestInit = {},
): Load {
  const request = { ...options, headers: { ...company.headers, ...headers } };
  return (signal) => paced(perSecondOfKey, signal, () => expectStatus(expected, url + path, request));
}

const post = (body: string | Uint8Array<ArrayBuffer>, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

/** Sends different requests from as many addresses, each once a second; several share a connection, as behind a proxy. */
function flood(
  { url }: CaseStage,
  addresses: number,
  expected: readonly string[],
  request: () => { path: string; headers?: Record<string, string> },
): Load {
  const requests = Array.from({ length: addresses }, (_, index) => {
    const { path, headers } = request();
    return { path, headers: { ...headers, 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` } };
  });
  const rate = { connections: addresses / 20, overallRate: addresses, duration: 2 };
  return generated({ url, method: 'GET', requests, ...rate }, expected);
}

const many = <T>(length: number, each: (index: number) => T) =>
  Array.from({ length }, (_, index) => each(index));
const nested = `${'['.repeat(60)}${']'.repeat(60)}`;
/** 1 MB, 3 KB compressed. */
const nestedBody = new Uint8Array(gzipSync(`{"tags":[${many(8_000, () => nested)}]}`));
const data = Object.fromEntries(many(38, (index) => [`field${index}`, index]));
const problem = (index: number) => ({
  articleNumber: `${index}`,
  manufacturer: 'Solarwerk',
  name: 'PV',
  data,
});
const priceList = (rows: object[]) =>
  JSON.stringify({ defaultMaterialType: 'pv_module', dryRun: true, rows });

/** Cases by name, each measured in a process and a database of its own. */
export const fairnessCases: Readonly<Record<string, FairnessCase>> = {
  'large-plants': largePlants,
  'large-forms': largeForms,
  'many-pages': {
    name: 'requests 1,700 pages at the same time, again and again',
    async prepare({ url, busy: company }) {
      await createCustomers(url, company, 17_000);
      const path = (page: number) => `/v1/customers?limit=200&sort=lastName.asc&offset=${page * 200}`;
      const requests = many(85, (page) => ({ path: path(page), headers: company.headers }));
      return generated({ url, method: 'GET', requests, connections: 425, amount: 1_700 }, ['200', '429']);
    },
  },
  'long-offers': {
    name: 'creates offers of 500 lines',
    async prepare(stage) {
      const body = offerBody(await addOfferRecords(stage.url, stage.busy), largest);
      return busy(stage, '/v1/offers', [201, 429], post(JSON.stringify(body)));
    },
  },
  'long-documents': {
    name: 'prints offers of 500 lines',
    async prepare(stage) {
      const { url, busy: company } = stage;
      const body = offerBody(await addOfferRecords(url, company), largest);
      const { id } = await call(`${url}/v1/offers`, company.headers, body);
      return busy(stage, `/v1/offers/${id}/document`, [200, 429, 503], { method: 'POST' });
    },
  },
  'nested-bodies': {
    name: 'sends compressed bodies of lists nested 60 deep',
    prepare: async (stage) =>
      busy(stage, '/v1/customers', [400, 429], post(nestedBody, { 'content-encoding': 'gzip' })),
  },
  'many-problems': {
    name: 'sends objects of 990 unknown keys',
    prepare: async (stage) =>
      busy(stage, '/v1/customers', [400, 429], post(`{${many(990, (index) => `"${index}":1`)}}`)),
  },
  'price-list-rows': {
    name: 'imports price lists of 10,000 rows with 38 unknown keys each, and of 200,000 rows',
    async prepare({ url, busy: { headers } }) {
      const path = `${url}/v1/materials/price-list-import`;
      const lists = [many(10_000, problem), many(200_000, () => ({}))];
      const requests = lists.map((rows) => post(priceList(rows), headers));
      let sent = 0;
      const send = () => expectStatus([200, 400, 429], path, requests[sent++ % requests.length] ?? {});
      return (signal) => paced(2, signal, send);
    },
  },
  'large-reports': {
    name: 'requests reports of several MB: materials by day',
    async prepare(stage) {
      // 60 products on each of 300 days: a report has at most 20,000 groups.
      const counts = {
        ...house,
        modules: 20,
        inverters: 10,
        batteries: 10,
        subconstructions: 10,
        miscMaterials: 10,
      };
      await copyOffer(stage, counts, { copies: 300, from: '2025-01-01', days: 300 });
      const query = 'groupBy=material&interval=day&from=2025-01-01&to=2025-10-31';
      return busy(stage, `/v1/analytics/materials?${query}`, [200, 429, 503]);
    },
  },
  /** Another company sends requests, too, so that the measured one has the fewest slots. */
  'concurrent-reports': {
    measured: 'a company while it',
    name: 'requests 6 reports at the same time',
    async prepare(stage) {
      const { postgres, url, busy: company, other } = stage;
      await copyOffer(stage, house, { copies: 12_000, from: '2021-01-01', days: 1_826 });
      const query = 'groupBy=manufacturer&interval=year&from=2021-01-01&to=2025-12-31';
      const report = () => expectStatus([200, 429], `${url}/v1/analytics/materials?${query}`, company);
      const profile = () => expectStatus([200], `${url}/v1/company`, other);
      const authorization = `Bearer ${await createKey(postgres, company.companyId)}`;
      return {
        load: async (signal) => {
          const requested = many(6, () => repeated(signal, report));
          await Promise.all([...requested, paced(perSecondOfKey, signal, profile)]);
        },
        visitor: { url: `${url}/v1/customers?limit=50`, headers: { authorization } },
      };
    },
  },
  'compressed-document': {
    name: 'client without a key requests the contract 40 times a second',
    async prepare({ url }) {
      const headers = { 'accept-encoding': 'gzip' };
      return (signal) => paced(40, signal, () => expectStatus([200], `${url}/openapi.json`, { headers }));
    },
  },
  'invented-visitors': inventedVisitors,
  'made-up-keys': {
    measured: 'a company while a',
    name: 'flood of made-up API keys of a company comes from 700 addresses, each once a second',
    prepare: async (stage) =>
      flood(stage, 700, ['401'], () => {
        const key = `${stage.busy.apiKey.slice(0, -32)}${randomBytes(16).toString('hex')}`;
        return { path: '/v1/company', headers: { authorization: `Bearer ${key}` } };
      }),
  },
  'made-up-links': {
    measured: 'a company while a',
    name: 'flood of made-up links to offers comes from 2,000 addresses, each once a second',
    prepare: async (stage) =>
      flood(stage, 2_000, ['404', '429'], () => ({
        path: `/pages/v1/offers/${stage.busy.companyId}.1.1.${randomBytes(16).toString('hex')}`,
      })),
  },
};
