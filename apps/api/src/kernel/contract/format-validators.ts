import { formats } from '@pv-planning/contract';
import { isGtin } from '@pv-planning/price-list';
import { type FormatValidators, formatValidatorsOf } from '@pv-planning/server-kit';

/** Formats of the contract that JSON Schema lacks or defines differently. */
export const formatValidators: FormatValidators = {
  ...formatValidatorsOf(formats),
  gtin: { type: 'string', validate: isGtin },
};
