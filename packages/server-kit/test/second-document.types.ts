// Compiled, not run: what the compiler must refuse of a contract, its errors and its handlers.
import type { Contract, Handlers } from '../src/index.ts';
import { apiErrors } from '../src/index.ts';
import { kitErrors } from './support/kit-errors.ts';
import { conflict, type LinkHolder, type ParcelContract, parcelContract } from './support/parcels.ts';

type All = Handlers<ParcelContract, LinkHolder>;

declare const all: All;
const { getParcel, ...withoutGetParcel } = all;

export const complete: All = { ...withoutGetParcel, getParcel };

// @ts-expect-error an operation without a handler
export const incomplete: All = withoutGetParcel;

export const oneTooMany: All = {
  ...all,
  // @ts-expect-error the contract has no such operation
  burnParcel: getParcel,
};

export const wrongStatus: All = {
  ...all,
  // @ts-expect-error the contract answers 200
  getParcel: async () => ({ status: 201, body: { state: 'WAITING', collectedBy: null } }),
};

export const wrongBody: All = {
  ...all,
  // @ts-expect-error a parcel is more than its state
  getParcel: async () => ({ status: 200, body: { state: 'WAITING' } }),
};

export const wrongParameter: All = {
  ...all,
  getParcel: async (request, context) => {
    // @ts-expect-error the path has no such parameter
    request.params.id;
    return getParcel(request, context);
  },
};

export const wrongField: All = {
  ...all,
  collectParcel: async (request, context) => {
    // @ts-expect-error the body has no such field
    request.body.address;
    return all.collectParcel(request, context);
  },
};

export const noPage: All = {
  ...all,
  getParcel: async (request, context) => {
    // @ts-expect-error an operation that is no list has no page
    request.page.limit;
    return getParcel(request, context);
  },
};

conflict('parcel_collected');
conflict('version_conflict');
// @ts-expect-error the contract does not have it
conflict('parcel_lost');
// @ts-expect-error it is no 409
conflict('not_found');

const { not_found, ...withoutNotFound } = kitErrors;

// @ts-expect-error the kit answers 404 itself
apiErrors(withoutNotFound);

// @ts-expect-error it answers with 404, not with 410
apiErrors({ ...kitErrors, not_found: { status: 410, message: 'Gone.' } });

// @ts-expect-error a contract without a code that the kit answers with
export const withoutError: Contract = { ...parcelContract, errors: withoutNotFound };

export const withError: Contract = { ...parcelContract, errors: { ...withoutNotFound, not_found } };

// @ts-expect-error the types of an operation are missing
export type WithoutTypes = Contract<ParcelContract['operations'], ParcelContract['errors'], object>;
