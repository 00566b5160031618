import { openStatementLint, type Rule, rules } from './statement-lint.ts';

/** A statement, and a rule that it breaks. */
export interface BrokenRule {
  rule: Rule;
  /** What it demands. */
  demand: string;
  /** In one line, for however many rows, with all its parameters called `$1`. */
  statement: string;
}

/** Statements that may break some rules for now. */
export interface KnownStatement {
  /** How they begin, in the same form. */
  begins: string;
  breaks: readonly Rule[];
}

let opened: ReturnType<typeof openStatementLint> | undefined;
const judged = new Map<string, BrokenRule[]>();

/** The rules that statements break, each statement in each of its forms once. */
export async function brokenRules(statements: Iterable<string>): Promise<BrokenRule[]> {
  opened ??= openStatementLint();
  const lint = await opened;
  return [...new Set([...statements].map(singleForm))].flatMap((statement) => {
    const broken =
      judged.get(statement) ?? lint(statement).map((rule) => ({ rule, demand: rules[rule], statement }));
    judged.set(statement, broken);
    return broken;
  });
}

function singleForm(statement: string): string {
  const oneLine = statement.replaceAll(/\s+/g, ' ').trim();
  return oneLine.replaceAll(/\$\d+/g, '$1').replaceAll(/(\([^()]*\))(?:, \1)+/g, '$1');
}

export function isKnown({ rule, statement }: BrokenRule, known: readonly KnownStatement[]): boolean {
  return known.some(({ begins, breaks }) => breaks.includes(rule) && statement.startsWith(begins));
}
