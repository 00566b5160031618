import { type ContextField, contextFields } from './context-fields.ts';
import type { Facts, FieldSource, Registration } from './field-sources.ts';
import { activeBattery, batteryInverter, couplingOf, isRetrofit, type Unit, unitsOf } from './plant.ts';
import type { ContextPrimitive, ValueType } from './printed-value.ts';

export type { FieldSource, Registration, SourceResource } from './field-sources.ts';

/** The name of a value of the context: `unit.model`. */
export type ContextPath = keyof typeof contextFields;

export const contextPaths = Object.keys(contextFields) as ContextPath[];

/** A value, and where it is entered. */
export interface ContextValue {
  value: ContextPrimitive | null;
  type: ValueType;
  source: FieldSource | null;
}

/** All values that a form can show. */
export type RegistrationContext = Readonly<Record<ContextPath, ContextValue>>;

function factsOf(registration: Registration, unit: Unit | null): Facts {
  const { offer } = registration;
  const battery = activeBattery(offer);
  const isDc = battery !== null && couplingOf(battery) === 'DC';
  return {
    ...registration,
    units: unitsOf(offer),
    unit,
    battery,
    batteryInverter: isDc ? batteryInverter(offer, battery) : null,
  };
}

function contextOf(facts: Facts): RegistrationContext {
  const values = contextPaths.map((path) => {
    const { kind, value, source, ...format }: ContextField = contextFields[path];
    return [path, { value: value(facts), type: { kind, ...format }, source: source(facts) }];
  });
  return Object.fromEntries(values) as RegistrationContext;
}

/**
 * Returns the contexts of the sheets of a form: one of each unit if the form repeats over units, otherwise one. A battery that is added
 * to an existing plant has no units, and no such sheet.
 */
export function registrationContexts(
  registration: Registration,
  { repeat }: { repeat?: 'unit' | undefined },
): RegistrationContext[] {
  const units = unitsOf(registration.offer);
  if (repeat !== undefined && isRetrofit(registration.offer)) return [];
  const [only = null] = units;
  if (repeat === undefined || units.length === 0)
    return [contextOf(factsOf(registration, units.length === 1 ? only : null))];
  return units.map((unit) => contextOf(factsOf(registration, unit)));
}
