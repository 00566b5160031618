import type { ErrorDetail } from '../errors/api-error.ts';

/** The parameters of a JSON Schema rule by their names in Ajv. Each keyword has some of them. */
export interface RuleParams {
  /** Parameter of keywords that limit a number or a length. */
  limit?: number;
  type?: string | readonly string[];
  /** Parameter of `enum`. */
  allowedValues?: readonly unknown[];
  pattern?: string;
  format?: string;
  /** Parameter of `required`. */
  missingProperty?: string;
  /** Parameter of `additionalProperties`. */
  additionalProperty?: string;
  /** Parameter of `unevaluatedProperties`. */
  unevaluatedProperty?: string;
}

/** A JSON Schema rule that a value violates. An error of Ajv has these properties. */
export interface ViolatedRule {
  keyword: string;
  params: RuleParams;
  /** Ajv's message. */
  message?: string;
  /** The value that violates the rule. */
  data?: unknown;
  /** The schema that has the rule. */
  parentSchema?: { readonly properties?: object; readonly [keyword: string]: unknown };
}

/** A rule of the contract that a request violates, with the location of the value. */
export interface RuleViolation extends ViolatedRule, Pick<ErrorDetail, 'in' | 'path'> {}
