import type { ProviderObjects } from '../provider/objects.ts';
import { invalidRequest } from '../provider/provider-error.ts';
import type { Context } from '../resources/context.ts';

type Fields = Record<string, unknown>;

/** The kinds of the objects whose ids these fields hold. */
const kinds: Readonly<Record<string, keyof ProviderObjects>> = {
  payment_intent: 'payment_intent',
  latest_charge: 'charge',
  charge: 'charge',
};

function expandPath(context: Context, parent: Fields, [field = '', ...rest]: readonly string[]): Fields {
  if (field === 'data' && Array.isArray(parent.data))
    return { ...parent, data: parent.data.map((item) => expandPath(context, item, rest)) };
  const kind = kinds[field];
  if (kind === undefined || !(field in parent))
    throw invalidRequest(`This property cannot be expanded (${field}).`, { param: 'expand' });
  const value = parent[field];
  const child = typeof value === 'string' ? context.store.get(context.account, kind, value) : value;
  if (typeof child !== 'object' || child === null) return parent;
  return { ...parent, [field]: rest.length > 0 ? expandPath(context, child as Fields, rest) : child };
}

/** Replaces ids by their objects, at paths such as `payment_intent.latest_charge`. */
export function expand(context: Context, answer: object, paths: readonly string[]): object {
  return paths.reduce<Fields>(
    (fields, path) => expandPath(context, fields, path.split('.')),
    answer as Fields,
  );
}
