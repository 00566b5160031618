import { isDeepStrictEqual } from 'node:util';

/** Returns the fields of a patch that differ from the record, or undefined if none does. */
export function changedFields<Patch extends object>(
  record: object,
  patch: Patch,
): Partial<Patch> | undefined {
  const current = record as Record<string, unknown>;
  const changed = Object.entries(patch).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, current[field]),
  );
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<Patch>) : undefined;
}
