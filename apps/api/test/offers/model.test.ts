import { type Offer, states } from '@pv-planning/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiResponse } from '../support/api-client.ts';
import { inverter, pvModule } from '../support/product-bodies.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany } = await openTestApi();
const { api, raisedBy, done, customerId, products, siteId } = await newOfferCompany();

/** Tracker of an inverter to which 12 modules can be wired. */
const tracker = {
  inputCount: 1,
  mppVoltageMin: 160,
  mppVoltageMax: 850,
  maxInputCurrent: 16,
  maxShortCircuitCurrent: 20,
};
const sold = {
  manufacturerId: (await done('listManufacturers', {})).data[0]?.id ?? '',
  sellingPrices: [{ siteId, net: 1 }],
};
const { id: moduleId } = await done('createPvModule', {}, { ...pvModule, ...sold, maxSeriesFuse: 25 });
const inverterBody = { acPower: 5000, startVoltage: 180, mppTrackers: [tracker] };
const { id: inverterId } = await done('createInverter', {}, { ...inverter, ...sold, ...inverterBody });

type State = Offer['state'];
type Action = keyof typeof states.offer.actions;

/** A line with quantity 1. Its price is in whole euros. */
interface ModelLine {
  price: number;
  vatRate: 0 | 19;
}

interface ModelOffer {
  state: State;
  name: string | null;
  vatMode: Offer['vatMode'];
  /** Additional costs by id. */
  lines: Map<string, ModelLine>;
  /** Whether each battery is active, by id. All batteries have the same price. */
  batteries: Map<string, boolean>;
  equipment: number;
  /** Whether the offer has modules and an inverter, and whether they are wired. */
  plant: 'none' | 'bare' | 'wired';
}

const battery: ModelLine = { price: 30, vatRate: 0 };
const equipment: ModelLine = { price: 7, vatRate: 19 };
const moduleLine: ModelLine = { price: 12, vatRate: 0 };
const inverterLine: ModelLine = { price: 20, vatRate: 19 };

/** The lines of a plant that is not wired yet. */
const plantLines = (roofId: string) => ({
  modules: [{ ref: 'm', materialId: moduleId, roofId, quantity: 12, ...moduleLine, price: 1 }],
  inverters: [{ ref: 'i', materialId: inverterId, ...inverterLine }],
});

/** The records that the service should have. */
interface Model {
  projectId: string;
  roofId: string;
  offers: Map<string, ModelOffer>;
}

/** The expected outcome of an operation: success with these events, or an error. */
type Expected = { events: string[] } | { error: string };

/** Returns the net price and the price with VAT in cents. */
function prices({ lines, batteries, equipment: count, plant, vatMode }: ModelOffer) {
  const counted = [
    ...lines.values(),
    ...[...batteries.values()].filter((active) => active).map(() => battery),
    ...Array.from({ length: count }, () => equipment),
    ...(plant === 'none' ? [] : [moduleLine, inverterLine]),
  ];
  const rateOf = ({ vatRate }: ModelLine) => ({ PV_ZERO: vatRate, STANDARD: 19, REVERSE_CHARGE: 0 })[vatMode];
  const net = counted.reduce((sum, line) => sum + line.price * 100, 0);
  return { net, gross: counted.reduce((sum, line) => sum + line.price * rateOf(line), net) };
}

const lineCount = ({ lines, batteries, equipment: count, plant }: ModelOffer) =>
  lines.size + batteries.size + count + (plant === 'none' ? 0 : 2);

/** Actions about the customer. Other tests cover them. */
const actionsOfCustomers = ['link', 'withdraw', 'correctRecipient'];

/** Each other action in each state. `covered` contains those that have occurred in the sequences. */
const actions = Object.entries(states.offer.actions).filter(
  ([action]) => !actionsOfCustomers.includes(action),
);
const everyAction = actions.flatMap(([action, outcomes]) =>
  Object.keys(outcomes).map((state) => `${action} ${state}`),
);
const covered = new Set<string>();

function outcome({ state }: ModelOffer, action: Action): State | null | { error: string } {
  covered.add(`${action} ${state}`);
  const next: string | null = states.offer.actions[action][state];
  return next !== null && /^[a-z]/.test(next) ? { error: next } : (next as State | null);
}

const isRefused = (value: unknown): value is { error: string } => typeof value === 'object' && value !== null;

/** A command on an existing offer, chosen by `pick`. */
abstract class OfferCommand implements fc.AsyncCommand<Model, object> {
  readonly pick: number;
  constructor(pick: number) {
    this.pick = pick;
  }

  check({ offers }: Readonly<Model>): boolean {
    return offers.size > 0;
  }

  /** Returns the expected outcome. If it is a success, applies the change to the model. */
  protected abstract expected(offer: ModelOffer, model: Model, id: string): Expected;
  protected abstract send(id: string, offer: ModelOffer, model: Model): Promise<ApiResponse>;
  /** Copies values that only the service knows from the response to the model. */
  protected learn(_answer: ApiResponse, _offer: ModelOffer, _model: Model): void {}

  async run(model: Model): Promise<void> {
    const [id = '', offer] = [...model.offers][this.pick % model.offers.size] ?? [];
    if (!offer) throw new Error('The model has no offer.');
    let response: ApiResponse | undefined;
    const events = await raisedBy(async () => {
      response = await this.send(id, offer, model);
    });
    const expected = this.expected(offer, model, id);
    const isError = 'error' in expected;
    expect([response?.error, events.map(({ type }) => type)]).toEqual(
      isError ? [expected.error, []] : [undefined, expected.events],
    );
    if (!isError && response) this.learn(response, offer, model);
    await expectStored(id, model.offers.get(id));
  }

  toString(): string {
    return `${this.constructor.name}(${this.pick})`;
  }
}

async function expectStored(id: string, offer: ModelOffer | undefined): Promise<void> {
  const { status, body } = await api.call('getOffer', { params: { id } });
  if (!offer) return expect(status).toBe(404);
  const { state, name, vatMode, netPrice, offerPrice, additionalCosts, batteries, inverters } = body;
  expect({
    state,
    name,
    vatMode,
    prices: { net: Math.round(netPrice * 100), gross: Math.round(offerPrice * 100) },
    lines: additionalCosts.map((line) => line.id),
    batteries: batteries.map(({ id: line, active }) => [line, active]),
    equipment: body.equipment.length,
    plant: inverters.map(({ strings }) => (strings.length > 0 ? 'wired' : 'bare'))[0] ?? 'none',
  }).toEqual({
    ...offer,
    prices: prices(offer),
    lines: [...offer.lines.keys()],
    batteries: [...offer.batteries],
  });
}

class Create implements fc.AsyncCommand<Model, object> {
  readonly line: ModelLine | null;
  readonly hasPlant: boolean;
  constructor(line: ModelLine | null, hasPlant: boolean) {
    this.line = line;
    this.hasPlant = hasPlant;
  }
  check = () => true;
  async run({ offers, projectId, roofId }: Model): Promise<void> {
    const additionalCosts = this.line === null ? [] : [{ name: 'x', ...this.line }];
    const body = { projectId, additionalCosts, ...(this.hasPlant && plantLines(roofId)) };
    let made: Offer | undefined;
    const events = await raisedBy(async () => {
      made = (await api.call('createOffer', { body })).body;
    });
    expect(events.map(({ type }) => type)).toEqual(['offer.created']);
    if (!made) throw new Error('No offer was created.');
    const { id, additionalCosts: costs } = made;
    const lines = new Map(costs.map((line) => [line.id, this.line as ModelLine]));
    const plant = this.hasPlant ? 'bare' : 'none';
    const others = { batteries: new Map(), equipment: 0, plant } as const;
    offers.set(id, { state: 'DRAFT', name: null, vatMode: 'PV_ZERO', lines, ...others });
  }
  toString = () => `Create(${JSON.stringify(this.line)}, ${this.hasPlant})`;
}

class Duplicate extends OfferCommand {
  send(id: string) {
    return api.send('POST', `/v1/offers/${id}/duplicate`);
  }
  expected(offer: ModelOffer): Expected {
    outcome(offer, 'duplicate');
    return { events: ['offer.created'] };
  }
  override learn({ body }: ApiResponse, offer: ModelOffer, { offers }: Model) {
    const { id, additionalCosts, batteries } = body as Offer;
    const costs = [...offer.lines.values()];
    const lines = additionalCosts.map((line, index) => [line.id, costs[index] as ModelLine] as const);
    const actives = [...offer.batteries.values()];
    const copied = batteries.map((line, index) => [line.id, actives[index] ?? false] as const);
    offers.set(id, { ...offer, state: 'DRAFT', lines: new Map(lines), batteries: new Map(copied) });
  }
}

class Decide extends OfferCommand {
  readonly action: 'publish' | 'accept' | 'decline';
  constructor(pick: number, action: 'publish' | 'accept' | 'decline') {
    super(pick);
    this.action = action;
  }
  send(id: string) {
    return api.send('POST', `/v1/offers/${id}/${this.action}`, this.action === 'decline' ? { body: {} } : {});
  }
  expected(offer: ModelOffer): Expected {
    const next = outcome(offer, this.action);
    if (isRefused(next)) return next;
    const { net, gross } = prices(offer);
    if (this.action === 'publish' && (lineCount(offer) === 0 || net < 0 || gross < 0))
      return { error: 'offer_incomplete' };
    // The customer is a private person.
    if (this.action === 'publish' && offer.vatMode === 'REVERSE_CHARGE')
      return { error: 'reverse_charge_for_private' };
    offer.state = next as State;
    const own = { publish: ['offer.published'], accept: ['offer.accepted'], decline: [] }[this.action];
    return { events: ['offer.state_changed', ...own] };
  }
  override toString = () => `${this.action}(${this.pick})`;
}

class Rename extends OfferCommand {
  readonly name: string | null;
  constructor(pick: number, name: string | null) {
    super(pick);
    this.name = name;
  }
  send(id: string) {
    return api.send('PATCH', `/v1/offers/${id}`, { body: { name: this.name } });
  }
  expected(offer: ModelOffer): Expected {
    const next = outcome(offer, 'update');
    if (isRefused(next)) return next;
    const isChange = offer.name !== this.name;
    offer.name = this.name;
    return { events: isChange ? ['offer.updated'] : [] };
  }
}

/** Offers of all sequences that have got their external id. */
const withExternalId = new Set<string>();

class SetExternalId extends OfferCommand {
  send(id: string) {
    return api.send('PATCH', `/v1/offers/${id}`, { body: { externalId: `ERP-${id}` } });
  }
  expected(offer: ModelOffer, _model: Model, id: string): Expected {
    const next = outcome(offer, 'setExternalId');
    if (isRefused(next)) return next;
    const isChange = !withExternalId.has(id);
    withExternalId.add(id);
    return { events: isChange ? ['offer.updated'] : [] };
  }
}

class SetVat extends OfferCommand {
  readonly vatMode: Offer['vatMode'];
  constructor(pick: number, vatMode: Offer['vatMode']) {
    super(pick);
    this.vatMode = vatMode;
  }
  send(id: string) {
    return api.send('PATCH', `/v1/offers/${id}`, { body: { vatMode: this.vatMode } });
  }
  expected(offer: ModelOffer): Expected {
    const next = outcome(offer, 'plan');
    if (isRefused(next)) return next;
    const isChange = offer.vatMode !== this.vatMode;
    offer.vatMode = this.vatMode;
    return { events: isChange ? ['offer.updated'] : [] };
  }
}

class AddLine extends OfferCommand {
  readonly line: ModelLine;
  constructor(pick: number, line: ModelLine) {
    super(pick);
    this.line = line;
  }
  send(id: string) {
    return api.send('POST', `/v1/offers/${id}/additional-costs`, { body: { name: 'x', ...this.line } });
  }
  expected(offer: ModelOffer): Expected {
    const next = outcome(offer, 'changeLines');
    return isRefused(next) ? next : { events: [] };
  }
  override learn({ body }: ApiResponse, offer: ModelOffer) {
    offer.lines.set((body as { id: string }).id, this.line);
  }
}

/** Changes or removes the first line. */
class FirstLine extends OfferCommand {
  readonly line: ModelLine | null;
  constructor(pick: number, line: ModelLine | null) {
    super(pick);
    this.line = line;
  }
  send(id: string, { lines }: ModelOffer) {
    const path = `/v1/offers/${id}/additional-costs/${[...lines.keys()][0] ?? '1'}`;
    return this.line === null ? api.send('DELETE', path) : api.send('PATCH', path, { body: this.line });
  }
  expected(offer: ModelOffer): Expected {
    const [line] = offer.lines.keys();
    if (line === undefined) return { error: 'not_found' };
    const next = outcome(offer, 'changeLines');
    if (isRefused(next)) return next;
    if (this.line === null) offer.lines.delete(line);
    else offer.lines.set(line, this.line);
    return { events: [] };
  }
}

function deactivate({ batteries }: ModelOffer) {
  for (const id of batteries.keys()) batteries.set(id, false);
}

class AddBattery extends OfferCommand {
  readonly active: boolean | undefined;
  constructor(pick: number, active: boolean | undefined) {
    super(pick);
    this.active = active;
  }
  send(id: string) {
    const body = { materialId: products.battery, ...battery, active: this.active };
    return api.send('POST', `/v1/offers/${id}/batteries`, { body });
  }
  expected(offer: ModelOffer): Expected {
    const next = outcome(offer, 'changeLines');
    return isRefused(next) ? next : { events: [] };
  }
  override learn({ body }: ApiResponse, offer: ModelOffer) {
    const active = this.active ?? offer.batteries.size === 0;
    if (active) deactivate(offer);
    offer.batteries.set((body as { id: string }).id, active);
  }
}

/** Activates, deactivates or removes the first battery. */
class FirstBattery extends OfferCommand {
  readonly active: boolean | null;
  constructor(pick: number, active: boolean | null) {
    super(pick);
    this.active = active;
  }
  send(id: string, { batteries }: ModelOffer) {
    const path = `/v1/offers/${id}/batteries/${[...batteries.keys()][0] ?? '1'}`;
    return this.active === null
      ? api.send('DELETE', path)
      : api.send('PATCH', path, { body: { active: this.active } });
  }
  expected(offer: ModelOffer): Expected {
    const [line] = offer.batteries.keys();
    if (line === undefined) return { error: 'not_found' };
    const next = outcome(offer, 'changeLines');
    if (isRefused(next)) return next;
    if (this.active) deactivate(offer);
    if (this.active === null) offer.batteries.delete(line);
    else offer.batteries.set(line, this.active);
    return { events: [] };
  }
}

/** Replaces the lines that only a PATCH of the offer can change. */
class ReplaceLines extends OfferCommand {
  readonly equipment: number;
  readonly hasPlant: boolean;
  constructor(pick: number, count: number, hasPlant: boolean) {
    super(pick);
    this.equipment = count;
    this.hasPlant = hasPlant;
  }
  send(id: string, _offer: ModelOffer, { roofId }: Model) {
    const body = {
      ...(this.hasPlant ? plantLines(roofId) : { modules: [], inverters: [] }),
      equipment: Array.from({ length: this.equipment }, (_, index) => ({
        ref: `e${index}`,
        materialId: products.equipment,
        ...equipment,
      })),
    };
    return api.send('PATCH', `/v1/offers/${id}`, { body });
  }
  expected(offer: ModelOffer): Expected {
    const next = outcome(offer, 'plan');
    if (isRefused(next)) return next;
    const isChange = offer.equipment !== this.equipment || (offer.plant !== 'none') !== this.hasPlant;
    offer.equipment = this.equipment;
    offer.plant = !this.hasPlant ? 'none' : offer.plant === 'wired' ? 'wired' : 'bare';
    return { events: isChange ? ['offer.updated'] : [] };
  }
}

class PlanStrings extends OfferCommand {
  send(id: string) {
    return api.send('POST', `/v1/offers/${id}/plan-strings`, { body: { apply: true } });
  }
  expected(offer: ModelOffer): Expected {
    const next = outcome(offer, 'changeLines');
    if (isRefused(next)) return next;
    const isChange = offer.plant === 'bare';
    if (isChange) offer.plant = 'wired';
    return { events: isChange ? ['offer.updated'] : [] };
  }
}

/** Deletes the project with its offers. Later offers belong to a new project. */
class DeleteProject implements fc.AsyncCommand<Model, object> {
  check = () => true;
  async run(model: Model): Promise<void> {
    const { offers, projectId } = model;
    let error: string | undefined;
    const events = await raisedBy(async () => {
      ({ error } = await api.call('deleteProject', { params: { id: projectId } }));
    });
    const isKept = [...offers.values()].some(({ state }) => state === 'ACCEPTED');
    expect([error, events.map(({ type }) => type)]).toEqual(
      isKept ? ['accepted_offer_exists', []] : [undefined, ['project.deleted']],
    );
    const ids = [...offers.keys()];
    if (!isKept) {
      offers.clear();
      Object.assign(model, await newProject());
    }
    for (const id of ids) await expectStored(id, offers.get(id));
  }
  toString = () => 'DeleteProject()';
}

async function newProject() {
  const roofs = [{ name: 'Dach', roofType: 'GABLE', azimuth: 180, tilt: 30 } as const];
  const project = await done('createProject', {}, { customerId, roofs });
  return { projectId: project.id, roofId: project.roofs[0]?.id ?? '' };
}

class Delete extends OfferCommand {
  send(id: string) {
    return api.send('DELETE', `/v1/offers/${id}`);
  }
  expected(offer: ModelOffer, { offers }: Model, id: string): Expected {
    const next = outcome(offer, 'delete');
    if (isRefused(next)) return next;
    offers.delete(id);
    return { events: ['offer.deleted'] };
  }
}

const pick = fc.nat({ max: 9 });
const line = fc.record<ModelLine>({
  price: fc.integer({ min: -50, max: 200 }),
  vatRate: fc.constantFrom(0, 19),
});
const changes = fc.oneof(
  fc.tuple(fc.option(line), fc.boolean()).map(([value, hasPlant]) => new Create(value, hasPlant)),
  fc.tuple(pick, line).map(([offer, value]) => new AddLine(offer, value)),
  fc.tuple(pick, fc.option(line)).map(([offer, value]) => new FirstLine(offer, value)),
  fc.tuple(pick, fc.constantFrom(true, false, undefined)).map(([offer, on]) => new AddBattery(offer, on)),
  fc.tuple(pick, fc.constantFrom(true, false, null)).map(([offer, on]) => new FirstBattery(offer, on)),
  fc
    .tuple(pick, fc.nat({ max: 2 }), fc.boolean())
    .map(([offer, count, hasPlant]) => new ReplaceLines(offer, count, hasPlant)),
  pick.map((offer) => new PlanStrings(offer)),
  pick.map((offer) => new SetExternalId(offer)),
  pick.map((offer) => new Duplicate(offer)),
  fc.tuple(pick, fc.constantFrom('A', 'B', null)).map(([offer, name]) => new Rename(offer, name)),
  fc
    .tuple(pick, fc.constantFrom<Offer['vatMode'][]>('PV_ZERO', 'STANDARD', 'REVERSE_CHARGE'))
    .map(([offer, mode]) => new SetVat(offer, mode)),
);
const decisions = fc
  .tuple(pick, fc.constantFrom<Decide['action'][]>('publish', 'publish', 'accept', 'decline'))
  .map(([offer, action]) => new Decide(offer, action));
const deletions = fc.oneof(
  { weight: 3, arbitrary: pick.map((offer) => new Delete(offer)) },
  { weight: 1, arbitrary: fc.constant(new DeleteProject()) },
);
const command = fc.oneof(
  { weight: 12, arbitrary: changes },
  { weight: 8, arbitrary: decisions },
  { weight: 2, arbitrary: deletions },
);

test('random sequences of operations match the model in states, errors, lines and events', async () => {
  const runs = process.env.SOAK === '1' ? 100 : 6;
  const sequences = fc.array(command, { minLength: 80, maxLength: 80 });
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const model = { ...(await newProject()), offers: new Map<string, ModelOffer>() };
    await new Create(null, true).run(model);
    await fc.asyncModelRun(() => ({ model, real: {} }), sequence);
  });
  await fc.assert(property, { numRuns: runs, seed: 16 });
  expect(covered).toEqual(new Set(everyAction));
});
