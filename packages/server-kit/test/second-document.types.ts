// Compiled, not run: code with contracts, errors and handlers that must not compile.
import type { Contract, Handler, Handlers } from '../src/index.ts';
import { apiErrors } from '../src/index.ts';
import { kitErrors } from './support/kit-errors.ts';
import { conflict, type LinkHolder, type ParcelContract, parcelContract } from './support/parcels.ts';

type All = Handlers<ParcelContract, LinkHolder>;

declare const all: All;
const { getParcel, ...withoutGetParcel } = all;

export const complete: All = { ...withoutGetParcel, getParcel };

// @ts-expect-error an operation without a handler
export const incomplete: All = withoutGetParcel;

export const unknownOperation: All = {
  ...all,
  // @ts-expect-error the contract does not define the operation
  burnParcel: getParcel,
};

export const wrongStatus: All = {
  ...all,
  // @ts-expect-error the contract defines 200
  getParcel: async () => ({ status: 201, body: { state: 'WAITING', collectedBy: null } }),
};

export const wrongBody: All = {
  ...all,
  // @ts-expect-error a field of the parcel is missing
  getParcel: async () => ({ status: 200, body: { state: 'WAITING' } }),
};

export const wrongParameter: All = {
  ...all,
  getParcel: async (request, context) => {
    // @ts-expect-error unknown path parameter
    request.params.id;
    return getParcel(request, context);
  },
};

export const wrongField: All = {
  ...all,
  collectParcel: async (request, context) => {
    // @ts-expect-error unknown field of the body
    request.body.address;
    return all.collectParcel(request, context);
  },
};

export const noPage: All = {
  ...all,
  getParcel: async (request, context) => {
    // @ts-expect-error only lists have pages
    request.page.limit;
    return getParcel(request, context);
  },
};

conflict('parcel_collected');
conflict('version_conflict');
// @ts-expect-error the contract does not define the code
conflict('parcel_lost');
// @ts-expect-error its status is not 409
conflict('not_found');

const { not_found, ...withoutNotFound } = kitErrors;

// @ts-expect-error the kit uses the missing code
apiErrors(withoutNotFound);

// @ts-expect-error its status must be 404
apiErrors({ ...kitErrors, not_found: { status: 410, message: 'Gone.' } });

// @ts-expect-error a contract without a code that the kit uses
export const withoutError: Contract = { ...parcelContract, errors: withoutNotFound };

export const withError: Contract = { ...parcelContract, errors: { ...withoutNotFound, not_found } };

// @ts-expect-error the types of an operation are missing
export type WithoutTypes = Contract<ParcelContract['operations'], ParcelContract['errors'], object>;

type Operations = ParcelContract['operations'];
type InSteps = Contract<
  Pick<Operations, 'getParcel'> & {
    collectParcel: Omit<Operations['collectParcel'], 'steps'> & { steps: true };
  },
  ParcelContract['errors'],
  NonNullable<ParcelContract['types']>
>;
type StepsHandler = Handler<InSteps, 'collectParcel', LinkHolder>;

export const inSteps: StepsHandler = async (_request, { step, finish }) => {
  const parcel = await step(async (context) => context.parcel);
  return finish(async () => ({ status: 200, body: parcel }));
};

// @ts-expect-error an operation with steps has no context of its own
export const withContext: StepsHandler = async (_request, { parcel, finish }) =>
  finish(async () => ({ status: 200, body: parcel }));

export const withoutFinish: StepsHandler = async (_request, { step }) =>
  // @ts-expect-error the response comes from `finish`
  step(async ({ parcel }) => ({ status: 200, body: parcel }));

export const wrongFinish: StepsHandler = async (_request, { finish }) =>
  // @ts-expect-error the contract defines 200
  finish(async ({ parcel }) => ({ status: 201, body: parcel }));
