import { type Offer, states } from '@pv-planning/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer } from '../support/api-client.ts';
import { openWorkshops } from '../support/offer-workshop.ts';

const { newWorkshop } = await openWorkshops();
const { api, raisedBy, project } = await newWorkshop();

type State = Offer['state'];
type Action = keyof typeof states.offer.actions;

interface ModelOffer {
  state: State;
  name: string | null;
  vatMode: Offer['vatMode'];
  /** Prices in whole euros by line. */
  lines: Map<string, number>;
}

/** What should be true, and what is left of what was. */
interface Model {
  offers: Map<string, ModelOffer>;
}

/** What an operation should do: succeed with these events, or be refused. */
type Expected = { events: string[] } | { error: string };

const net = ({ lines }: ModelOffer) => [...lines.values()].reduce((sum, price) => sum + price, 0);

function outcome({ state }: ModelOffer, action: Action): State | null | { error: string } {
  const next: string | null = states.offer.actions[action][state];
  return next !== null && /^[a-z]/.test(next) ? { error: next } : (next as State | null);
}

const isRefused = (value: unknown): value is { error: string } => typeof value === 'object' && value !== null;

/** A command on one of the offers that there are, by its number. */
abstract class OfferCommand implements fc.AsyncCommand<Model, object> {
  readonly pick: number;
  constructor(pick: number) {
    this.pick = pick;
  }

  check({ offers }: Readonly<Model>): boolean {
    return offers.size > 0;
  }

  /** Says what should happen, and changes the model if it should. */
  protected abstract expected(offer: ModelOffer, model: Model, id: string): Expected;
  protected abstract send(id: string, offer: ModelOffer): Promise<Answer>;
  /** Takes over what only the service knows. */
  protected learn(_answer: Answer, _offer: ModelOffer): void {}

  async run(model: Model): Promise<void> {
    const [id = '', offer] = [...model.offers][this.pick % model.offers.size] ?? [];
    if (!offer) throw new Error('The model has no offer.');
    let answer: Answer | undefined;
    const events = await raisedBy(async () => {
      answer = await this.send(id, offer);
    });
    const expected = this.expected(offer, model, id);
    const isError = 'error' in expected;
    expect([answer?.error, events.map(({ type }) => type)]).toEqual(
      isError ? [expected.error, []] : [undefined, expected.events],
    );
    if (!isError && answer) this.learn(answer, offer);
    await expectStored(id, model.offers.get(id));
  }

  toString(): string {
    return `${this.constructor.name}(${this.pick})`;
  }
}

async function expectStored(id: string, offer: ModelOffer | undefined): Promise<void> {
  const { status, body } = await api.call('getOffer', { params: { id } });
  if (!offer) return expect(status).toBe(404);
  const { state, name, vatMode, netPrice, additionalCosts } = body;
  expect({ state, name, vatMode, netPrice, lines: additionalCosts.map((line) => line.id) }).toEqual({
    state: offer.state,
    name: offer.name,
    vatMode: offer.vatMode,
    netPrice: net(offer),
    lines: [...offer.lines.keys()],
  });
}

class Create implements fc.AsyncCommand<Model, object> {
  readonly price: number | null;
  constructor(price: number | null) {
    this.price = price;
  }
  check = () => true;
  async run({ offers }: Model): Promise<void> {
    const additionalCosts = this.price === null ? [] : [{ name: 'x', price: this.price }];
    let made: Offer | undefined;
    const events = await raisedBy(async () => {
      made = (await api.call('createOffer', { body: { projectId: project.id, additionalCosts } })).body;
    });
    expect(events.map(({ type }) => type)).toEqual(['offer.created']);
    if (!made) throw new Error('No offer was made.');
    const lines = new Map(made.additionalCosts.map(({ id, price }) => [id, price]));
    offers.set(made.id, { state: 'DRAFT', name: null, vatMode: 'PV_ZERO', lines });
  }
  toString = () => `Create(${this.price})`;
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
    if (this.action === 'publish' && (offer.lines.size === 0 || net(offer) < 0))
      return { error: 'offer_incomplete' };
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
  readonly price: number;
  constructor(pick: number, price: number) {
    super(pick);
    this.price = price;
  }
  send(id: string) {
    return api.send('POST', `/v1/offers/${id}/additional-costs`, { body: { name: 'x', price: this.price } });
  }
  expected(offer: ModelOffer): Expected {
    const next = outcome(offer, 'changeLines');
    return isRefused(next) ? next : { events: [] };
  }
  override learn({ body }: Answer, offer: ModelOffer) {
    offer.lines.set((body as { id: string }).id, this.price);
  }
}

/** Changes or removes the first line. */
class FirstLine extends OfferCommand {
  readonly price: number | null;
  constructor(pick: number, price: number | null) {
    super(pick);
    this.price = price;
  }
  send(id: string, { lines }: ModelOffer) {
    const path = `/v1/offers/${id}/additional-costs/${[...lines.keys()][0] ?? '1'}`;
    return this.price === null
      ? api.send('DELETE', path)
      : api.send('PATCH', path, { body: { price: this.price } });
  }
  expected(offer: ModelOffer): Expected {
    const [line] = offer.lines.keys();
    if (line === undefined) return { error: 'not_found' };
    const next = outcome(offer, 'changeLines');
    if (isRefused(next)) return next;
    if (this.price === null) offer.lines.delete(line);
    else offer.lines.set(line, this.price);
    return { events: [] };
  }
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
const price = fc.integer({ min: -50, max: 200 });
const commands = [
  fc.option(price).map((value) => new Create(value)),
  fc.tuple(pick, price).map(([offer, value]) => new AddLine(offer, value)),
  fc.tuple(pick, fc.option(price)).map(([offer, value]) => new FirstLine(offer, value)),
  fc.tuple(pick, fc.constantFrom('A', 'B', null)).map(([offer, name]) => new Rename(offer, name)),
  fc
    .tuple(pick, fc.constantFrom('PV_ZERO', 'STANDARD', 'REVERSE_CHARGE'))
    .map(([offer, mode]) => new SetVat(offer, mode as Offer['vatMode'])),
  fc
    .tuple(pick, fc.constantFrom('publish', 'publish', 'accept', 'decline'))
    .map(([offer, action]) => new Decide(offer, action as 'publish')),
  pick.map((offer) => new Delete(offer)),
];

test('random sequences of operations agree with the model: states, refusals, lines and the exact events', async () => {
  const property = fc.asyncProperty(fc.commands(commands, { maxCommands: 30, size: 'max' }), (sequence) =>
    fc.asyncModelRun(() => ({ model: { offers: new Map<string, ModelOffer>() }, real: {} }), sequence),
  );
  await fc.assert(property, { numRuns: Number(process.env.SOAK === '1' ? 300 : 15), seed: 15 });
});
