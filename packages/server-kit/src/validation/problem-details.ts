import type { Contract } from '../contract/contract.ts';
import type { ErrorDetail } from '../errors/api-error.ts';
import type { RequestQuery } from '../request/request-query.ts';
import { emailHint } from './format-validators.ts';
import { ruleMessages } from './rule-messages.ts';
import type { RuleViolation } from './rule-violation.ts';
import { didYouMean } from './similar-names.ts';

/** Describes the rules that a request violates, with one detail per location. */
export type ProblemDetails = (
  violations: readonly RuleViolation[],
  query: RequestQuery,
) => readonly ErrorDetail[];

/** Whether the plus sign of a UTC offset was sent unencoded: in a query, it means a space. */
function hasLostPlus(value: unknown): boolean {
  return typeof value === 'string' && /\d \d{2}:\d{2}$/.test(value);
}

/** Returns a hint: the spelling of a value of the required JSON type or of a domain, or the name of a similar field. */
function hintOf({ in: location, keyword, params, data, parentSchema }: RuleViolation): string {
  if (location !== 'body') return '';
  if (params.additionalProperty !== undefined)
    return didYouMean(params.additionalProperty, Object.keys(parentSchema?.properties ?? {}));
  if (params.format === 'idn-email' && typeof data === 'string') return emailHint(data);
  if (keyword !== 'type') return '';
  const types = [params.type ?? []].flat();
  if (typeof data === 'number' && types.includes('string')) return `; write it in quotes: "${data}"`;
  if (typeof data !== 'string') return '';
  if (types.includes('number')) return '; send a JSON number such as 12.5, without quotes';
  return types.includes('integer') ? '; send a JSON number such as 12, without quotes' : '';
}

export function problemDetails(formats: Contract['formats']): ProblemDetails {
  const messageOf = ruleMessages(formats);
  function detailOf(violation: RuleViolation, query: RequestQuery): ErrorDetail {
    const { in: location, path, keyword, params } = violation;
    const message = messageOf(violation) + hintOf(violation);
    const isLostPlus = location === 'query' && params.format === 'date-time' && hasLostPlus(query[path]);
    const hint = isLostPlus ? '; a plus sign in a query is written %2B' : '';
    return { in: location, path, code: keyword, message: message + hint };
  }

  return (violations, query) => {
    const details = new Map<string, ErrorDetail>();
    for (const violation of violations) {
      const key = `${violation.in} ${violation.path}`;
      const detail = detailOf(violation, query);
      // Ajv reports the rule that a key violates first, at the same location, which is that of the object.
      const ofKey = violation.keyword === 'propertyNames' && details.get(key);
      // The last rule is the most specific: allowed values come after the type, the format after the pattern.
      details.set(key, ofKey ? { ...detail, message: `each key ${ofKey.message}` } : detail);
    }
    return [...details.values()];
  };
}
