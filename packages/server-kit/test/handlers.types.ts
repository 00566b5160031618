// Compiled, not run: what the compiler must refuse in a map of handlers.
import type { Handlers } from '../src/index.ts';

declare const all: Handlers<unknown>;
const { getCustomer, ...withoutGetCustomer } = all;

export const complete: Handlers<unknown> = { ...withoutGetCustomer, getCustomer };

// @ts-expect-error an operation without a handler
export const incomplete: Handlers<unknown> = withoutGetCustomer;

export const wrongStatus: Handlers<unknown> = {
  ...all,
  // @ts-expect-error the contract answers 200
  getCustomer: async () => ({ status: 201, body: {} }),
};

export const wrongBody: Handlers<unknown> = {
  ...all,
  // @ts-expect-error a customer is more than its id
  getCustomer: async () => ({ status: 200, body: { id: '1' } }),
};

export const wrongInput: Handlers<unknown> = {
  ...all,
  // @ts-expect-error the path has no such parameter
  getCustomer: async ({ params }) => getCustomer({ params: { id: params.number } } as never, undefined),
};

export const noPage: Handlers<unknown> = {
  ...all,
  getCustomer: async (request, context) => {
    // @ts-expect-error an operation that is no list has no page
    request.page.limit;
    return getCustomer(request, context);
  },
};
