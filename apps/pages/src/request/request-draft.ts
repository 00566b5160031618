import type { Body } from '@pv-planning/contract/pages';
import { newKey } from '../shared/api/pages-client.ts';
import type { Language } from '../shared/texts/language.ts';

/** Choices that the customer has no answer to. An empty text is a choice that was not made. */
export const unknown = 'unknown';

type RequestBody = Body<'submitRequest'>;
type RoofType = NonNullable<NonNullable<RequestBody['roofs']>[number]['roofType']>;

export const roofTypes = ['GABLE', 'HIPPED', 'SHED', 'FLAT'] as const satisfies readonly RoofType[];
/** Degrees clockwise from north, as on a map: rows from north to south. */
export const azimuths = ['315', '0', '45', '270', '90', '225', '180', '135'] as const;
export const tilts = ['15', '25', '35', '45'] as const;
export const interests = ['battery', 'wallbox', 'heatPump', 'emergencyPower'] as const;

/** What households of one to five persons in a house of their own use in a year, without heating by electricity. */
const usualKwh = ['2300', '3000', '3600', '4200', '5000'];
export const households = ['1', '2', '3', '4', '5'] as const;
export const usualKwhOf = (people: string) => usualKwh[Number(people) - 1] ?? '';

export interface Roof {
  roofType: string;
  azimuth: string;
  tilt: string;
}

export const newRoof = (): Roof => ({ roofType: '', azimuth: '', tilt: '' });

/** A field that the contact step has. */
export const contactFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'street',
  'houseNumber',
  'postalCode',
  'city',
  'message',
] as const;

export type ContactField = (typeof contactFields)[number];

type Typed = Record<ContactField, string> & Record<(typeof interests)[number], boolean>;

/** What the customer has entered. */
export interface Draft extends Typed {
  roofs: Roof[];
  people: string;
  kwh: string;
  /** The slug of a booking type. Empty without an appointment. */
  typeSlug: string;
  startsAt: string;
  early: boolean;
  /** The key of the request with this content. */
  key: string;
}

export const newDraft = (): Draft => ({
  ...{ roofs: [newRoof()], people: '', kwh: '' },
  ...{ battery: false, wallbox: false, heatPump: false, emergencyPower: false },
  ...{ firstName: '', lastName: '', email: '', phone: '' },
  ...{ street: '', houseNumber: '', postalCode: '', city: '', message: '' },
  ...{ typeSlug: '', startsAt: '', early: false },
  key: newKey(),
});

/** What the steps get: the draft, and how it changes. */
export interface Drafted {
  draft: Draft;
  type: (part: Partial<Omit<Draft, 'key'>>) => void;
}

/** Returns a consumption as typed, with or without separators of thousands. Undefined if it is no number. */
export function kwhOf(typed: string): number | null | undefined {
  const text = typed.replace(/kwh/i, '').replaceAll(/\s/g, '');
  if (text === '') return null;
  if (!/^\d{1,3}([.,]\d{3})*$|^\d{1,9}$/.test(text)) return undefined;
  return Number(text.replaceAll(/[.,]/g, ''));
}

const numberOf = (choice: string) => (choice === '' || choice === unknown ? null : Number(choice));

export const isFlat = ({ roofType }: Roof) => roofType === 'FLAT';

/** Returns a roof as the contract has it. A flat roof has no direction. */
function roofOf(roof: Roof) {
  return {
    roofType: roofTypes.find((one) => one === roof.roofType) ?? null,
    azimuth: isFlat(roof) ? null : numberOf(roof.azimuth),
    tilt: isFlat(roof) ? null : numberOf(roof.tilt),
  };
}

const typedOrNull = (text: string) => text.trim() || null;

/** Returns the request to be sent. */
export function bodyOf(draft: Draft, language: Language): RequestBody {
  const { people, typeSlug, startsAt, early } = draft;
  const fields = Object.fromEntries(
    contactFields.map((field) => [field, typedOrNull(draft[field])]),
  ) as Record<ContactField, string | null>;
  const { firstName, lastName, email, phone, street, houseNumber, postalCode, city, message } = fields;
  const known = draft.roofs.map(roofOf).filter((roof) => Object.values(roof).some((value) => value !== null));
  return {
    contact: { firstName, lastName, email, phone },
    address: { street, houseNumber, postalCode, city },
    roofs: known,
    annualConsumptionKwh: kwhOf(draft.kwh) ?? null,
    interests: Object.fromEntries(interests.map((name) => [name, draft[name]])),
    // Questions are the company's, which reads German.
    answers: people === '' ? {} : { 'Personen im Haushalt': people === '5' ? '5 und mehr' : people },
    message,
    ...(typeSlug !== '' && {
      appointment: { typeSlug, startsAt, language, ...(early && { startBeforeWithdrawalEnds: true }) },
    }),
  };
}

/** The steps, which are also the views of the page. The first one has no name in the address. */
export type Step = 'roof' | 'consumption' | 'contact' | 'time';

/** Returns the step and the field that belong to a place in the request. */
export function placeOf(path: string): { step: Step; field?: ContactField | 'kwh' } | undefined {
  if (path.startsWith('/appointment')) return { step: 'time' };
  if (path.startsWith('/annualConsumptionKwh')) return { step: 'consumption', field: 'kwh' };
  if (path.startsWith('/roofs')) return { step: 'roof' };
  const name = path.split('/').at(-1);
  const field = contactFields.find((one) => one === name);
  return field && { step: 'contact', field };
}
