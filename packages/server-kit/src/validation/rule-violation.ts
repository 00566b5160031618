import type { ErrorDetail } from '../errors/api-error.ts';

/** The parameters of a JSON Schema rule by their names in Ajv. Each keyword has some of them. */
export interface RuleParams {
  /** Of keywords that limit a number or a length. */
  limit?: number;
  type?: string | readonly string[];
  /** Of `enum`. */
  allowedValues?: readonly unknown[];
  pattern?: string;
  format?: string;
  /** Of `required`. */
  missingProperty?: string;
  /** Of `additionalProperties`. */
  additionalProperty?: string;
  /** Of `unevaluatedProperties`. */
  unevaluatedProperty?: string;
}

/** A JSON Schema rule that a value violates. An error of Ajv has these properties. */
export interface ViolatedRule {
  keyword: string;
  params: RuleParams;
  /** In Ajv's words. */
  message?: string;
  /** The value that violates the rule. */
  data?: unknown;
  /** The schema that has the rule. */
  parentSchema?: { readonly properties?: object; readonly [keyword: string]: unknown };
}

/** A rule of the contract that a request violates, with the location of the value. */
export interface RuleViolation extends ViolatedRule, Pick<ErrorDetail, 'in' | 'path'> {}
