import { setImmediate as nextTick } from 'node:timers/promises';
import type { RuleViolation } from './rule-violation.ts';

/** Validates a body. Collects all violations or only the first one. */
type Validate = (body: object, collect: 'all' | 'first') => Promise<readonly RuleViolation[]>;

/** The location of a part of an item in a list of the body: `/data/17/siteId`. */
const inItem = /^\/([^/]+)\/(\d+)(?=\/|$)/;

/** After this time, other requests are served. */
const sliceMs = 2;

function withoutLists(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value !== 'object'));
}

/**
 * Validates each item of the list with the first violation as the only item of a body, because collecting all violations of a large
 * body takes quadratic time. Returns all violations of items up to `maxBytes` until there are `enough`, and the first one of any other
 * item; nothing if the violation is in no item of a list.
 */
export async function violationsOfItems(
  body: object,
  first: RuleViolation,
  { enough, maxBytes }: { enough: number; maxBytes: number },
  validate: Validate,
): Promise<readonly RuleViolation[]> {
  const [, name = ''] = (first.in === 'body' && inItem.exec(first.path)) || [];
  const items: unknown = Reflect.get(body, name);
  if (!Array.isArray(items)) return [];
  const others = withoutLists(body);
  const found: RuleViolation[] = [];
  let begun = performance.now();
  for (const [index, item] of items.entries()) {
    if (performance.now() - begun > sliceMs) {
      await nextTick();
      begun = performance.now();
    }
    const alone = { ...others, [name]: [item] };
    let violations = await validate(alone, 'first');
    const isSmall = () => JSON.stringify(item).length <= maxBytes;
    if (violations.length > 0 && found.length < enough && isSmall())
      violations = await validate(alone, 'all');
    for (const violation of violations) {
      if (inItem.exec(violation.path)?.[1] !== name) continue;
      found.push({ ...violation, path: violation.path.replace(inItem, `/${name}/${index}`) });
    }
  }
  return found;
}
