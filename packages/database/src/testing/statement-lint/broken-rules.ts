import { openStatementLint, type Rule, rules } from './statement-lint.ts';

/** A statement and a rule that it violates. */
export interface BrokenRule {
  rule: Rule;
  /** The description of the rule. */
  demand: string;
  /** Normalized: on one line, with one row of values and all parameters as `$1`. */
  statement: string;
}

let opened: ReturnType<typeof openStatementLint> | undefined;
const results = new Map<string, BrokenRule[]>();

/** Returns the rules that statements violate. Each normalized statement is checked once. */
export async function brokenRules(statements: Iterable<string>): Promise<BrokenRule[]> {
  opened ??= openStatementLint();
  const lint = await opened;
  return [...new Set([...statements].map(singleForm))].flatMap((statement) => {
    const broken =
      results.get(statement) ?? lint(statement).map((rule) => ({ rule, demand: rules[rule], statement }));
    results.set(statement, broken);
    return broken;
  });
}

function singleForm(statement: string): string {
  const oneLine = statement.replaceAll(/\s+/g, ' ').trim();
  return oneLine.replaceAll(/\$\d+/g, '$1').replaceAll(/(\([^()]*\))(?:, \1)+/g, '$1');
}
