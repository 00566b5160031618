// Offers, hand-written with Express and the statements of the service, without validation, logging, API keys or features that the
// benchmark does not use.
import { randomUUID } from 'node:crypto';
import express from 'express';
import { connections, listen, yardstickApp } from '../process/express-yardstick.ts';
import type { OfferBody } from './bodies.ts';
import { groups, type Line, madeLine, madeLines, sumsOf } from './yardstick-lines.ts';
import {
  inTurn,
  type Prepared,
  type PreparedRequest,
  preparedRequests,
  type Row,
  type Sequence,
} from './yardstick-statements.ts';

const pool = connections();

const requests = preparedRequests<'create' | 'read' | 'addLine'>(String(process.env.RECORDED_REQUESTS));

/** Runs a request. Its recorded statements also begin and commit the transaction. */
async function inTransaction<T>(
  request: PreparedRequest,
  work: (next: Sequence['next']) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const { next, finish } = inTurn(client, request);
    const result = await work(next);
    await finish();
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** The recorded values, with the array replaced by other IDs. */
const among = (ids: readonly unknown[]) => (statement: Prepared) =>
  statement.recorded.map((value) => (Array.isArray(value) ? ids : value));

/** The recorded values, with the last ID replaced. */
const of = (id: unknown) => (statement: Prepared) => [...statement.recorded.slice(0, -1), id];

/** The values of a row; for an existing row, also the company and its ID. */
const row = (values: Row, id?: unknown) => (statement: Prepared) => {
  const { written, recorded } = statement;
  const columns = written.map((column, index) =>
    column === 'companyId' ? recorded[index] : (values[column] ?? null),
  );
  return id === undefined ? columns : [...columns, recorded[written.length], id];
};

const asJson = new Set(['product', 'strings']);

/** The values of several rows, with an array for each column. */
const rows = (lines: readonly Line[]) => (statement: Prepared) =>
  statement.written.map((column, index) => {
    if (column === 'companyId') return statement.recorded[index];
    const values = lines.map((line) => line[column]);
    return asJson.has(column) ? values.map((value) => value && JSON.stringify(value)) : values;
  });

const distinct = (ids: readonly unknown[]) => [...new Set(ids)];

/** The fields of each group's lines that the service returns. */
const shownFields = new Map(
  groups.map((group) => [group, Object.keys((requests.create.response[group] as Row[])[0] ?? {})]),
);

function shownLine(line: Line, fields: readonly string[]): Row {
  const shown: Row = {};
  for (const field of fields) shown[field] = line[field];
  if ('appliedVatRate' in shown) shown.appliedVatRate = line.vatRate;
  if ('inverterRef' in shown) shown.inverterRef = line.targetRef;
  if ('forRef' in shown) shown.forRef = line.targetRef;
  return shown;
}

/** @param lines in order */
function shownOffer(row: Row, lines: readonly Line[]): Row {
  const { buildingUse: _use, customerType: _type, existingSystems: _systems, ...shown } = row;
  const { storedDecision: _decision, ...rest } = shown;
  const { withdrawal: _withdrawal, ...header } = rest;
  const hints = { vatHints: vatHintsOf(header), priceHints: [], lineHints: lineHintsOf(lines) };
  const offer: Row = { ...header, ...hints };
  for (const group of groups) offer[group] = [];
  for (const line of lines) {
    const group = line.lineGroup as (typeof groups)[number];
    (offer[group] as Row[]).push(shownLine(line, shownFields.get(group) ?? []));
  }
  return offer;
}

const vatHintsOf = ({ systemPowerKwp }: Row) =>
  Number(systemPowerKwp) > 30
    ? [
        {
          code: 'power_above_limit',
          refs: [],
          message:
            'The system has more than 30 kWp, and the building is not known to be residential or of public benefit. The zero rate applies only to systems on or near such buildings, and only if the customer operates the system (§ 12 (3) UStG).',
        },
      ]
    : [];

function lineHintsOf(lines: readonly Line[]): Row[] {
  const wired = new Map<unknown, number>();
  for (const line of lines)
    for (const { moduleRef, moduleCount } of (line.strings ?? []) as Row[])
      wired.set(moduleRef, (wired.get(moduleRef) ?? 0) + Number(moduleCount));
  return lines.flatMap(({ lineGroup, ref, quantity }) => {
    const count = wired.get(ref) ?? 0;
    if (lineGroup !== 'modules' || count === quantity) return [];
    if (count > quantity) {
      const message = `The strings contain ${count} modules, the line has ${quantity}.`;
      return [{ code: 'modules_wired_twice', ref, message }];
    }
    return [{ code: 'modules_not_wired', ref, message: `${count} of ${quantity} modules are wired.` }];
  });
}

const app = yardstickApp();
const json = express.json({ limit: '10mb' });

app.post('/v1/offers', json, async (request, response) => {
  const body = request.body as OfferBody;
  const inputs = groups.flatMap((group) => (body[group] ?? []) as Row[]);
  const idsOf = (field: string) =>
    distinct(inputs.map((input) => input[field]).filter((id) => id !== undefined));
  const offer = await inTransaction(requests.create, async (next) => {
    const [project] = await next('for share');
    const products = await next('from "material"', among(idsOf('materialId')));
    const services = await next('from "service"', among(idsOf('serviceId')));
    await next('from "roof"', among(idsOf('roofId')));
    const sources = new Map<unknown, Row>([
      ...products.map((product) => [product.id, product] as const),
      ...services.map((service) => [`service ${service.id}`, service] as const),
    ]);
    const clock = String(project?.clock);
    const lines = madeLines(body, sources, clock);
    const { vatBreakdown, ...sums } = sumsOf(lines);
    const [counter] = await next('insert into "record_counter"');
    const number = `AN-${counter?.year}-${String(counter?.lastNumber).padStart(5, '0')}`;
    const { customerId, siteId, plannerId } = project ?? {};
    const { projectId, name } = body;
    const own = {
      number,
      projectId,
      name,
      customerId,
      siteId,
      plannerId,
      state: 'DRAFT',
      isIndicationPrice: false,
    };
    const times = { createdAt: clock, updatedAt: clock };
    const [header = {}] = await next(
      'insert into "offer" ',
      row({ ...own, ...times, ...sums, vatMode: 'PV_ZERO', vatBreakdown: JSON.stringify(vatBreakdown) }),
    );
    const ids = await next('nextval', () => [lines.length]);
    const stored = lines.map((line, index): Line => ({ ...line, offerId: header.id, id: ids[index]?.id }));
    await next('insert into "offer_line"', rows(stored));
    const { id, state, isIndicationPrice, createdAt } = header;
    const eventId = randomUUID();
    const head = `{"id":"${eventId}","type":"offer.created","createdAt":"`;
    const tail = `","data":${JSON.stringify({ id, projectId, name, state, isIndicationPrice, createdAt })}}`;
    const event = [eventId, 'offer.created', createdAt, head, tail];
    await next('insert into webhook_event', ({ recorded }) => [recorded[0], ...event]);
    return shownOffer({ ...header, vatBreakdown }, stored);
  });
  response.status(201).location(`/v1/offers/${offer.id}`).json(offer);
});

app.get('/v1/offers/:id', async (request, response) => {
  const offer = await inTransaction(requests.read, async (next) => {
    const { id } = request.params;
    const [header = {}] = await next('from "offer"', of(id));
    return shownOffer(header, (await next('from "offer_line"', of(id))) as Line[]);
  });
  response.json(offer);
});

app.post('/v1/offers/:id/additional-costs', json, async (request, response) => {
  const { id } = request.params;
  const added = await inTransaction(requests.addLine, async (next) => {
    const [lock] = await next('for no key update', of(id));
    await next('from "offer"', of(id));
    const lines = (await next('from "offer_line"', of(id))) as Line[];
    const position = 1 + lines.filter(({ lineGroup }) => lineGroup === 'additionalCosts').length;
    const line = madeLine('additionalCosts', request.body, undefined, position, String(lock?.clock));
    const [reserved] = await next('nextval', () => [1]);
    const stored: Line = { ...line, offerId: id, id: reserved?.id };
    await next('insert into "offer_line"', rows([stored]));
    const { vatBreakdown, ...sums } = sumsOf([...lines, stored]);
    const changes = { ...sums, updatedAt: lock?.clock, vatBreakdown: JSON.stringify(vatBreakdown) };
    await next('update "offer" ', row(changes, id));
    return shownLine(stored, shownFields.get('additionalCosts') ?? []);
  });
  response.status(201).location(`/v1/offers/${id}/additional-costs/${added.id}`).json(added);
});

listen(app);
