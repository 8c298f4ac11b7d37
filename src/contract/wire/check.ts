import type { BaseIssue, GenericSchema } from 'valibot';
import type { Problem, ProblemRule, Problems } from './problem';

/**
 * The problems of `input`, by field, or undefined. The form checks before it sends, the server checks again before the handler sees the
 * input; both get the same result because they share the schema.
 */
export function check(rules: GenericSchema, input: unknown): Problems | undefined {
  // calls the schema's own method, so that valibot is only loaded together with the rules; our rules are synchronous
  const { issues } = rules['~standard'].validate(input) as { issues?: readonly BaseIssue<unknown>[] };
  return issues && problemsOf(issues);
}

/** The first issue of valibot for each field. */
export function problemsOf(issues: readonly BaseIssue<unknown>[]): Problems {
  const problems: Problems = {};
  for (const { path, message, requirement } of issues) {
    const field = path?.[0]?.key as string | undefined;
    problems[field ?? ''] ||= problem(message as ProblemRule, requirement);
  }
  return problems;
}

const problem = (rule: ProblemRule, limit: unknown): Problem =>
  typeof limit === 'number' ? { rule, limit } : { rule };
