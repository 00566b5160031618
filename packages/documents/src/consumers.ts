import type { CustomerType } from '@pv-planning/contract';

/** Consumers (§ 13 BGB). Homeowners' associations are treated as such: they nearly always have private members (BGH, VIII ZR 243/13). */
export const consumerTypes: readonly CustomerType[] = ['PRIVATE', 'HOUSING_COMMUNITY'];

export const isConsumer = (type: CustomerType) => consumerTypes.includes(type);
