import type { BaseIssue, GenericSchema } from 'valibot';
import type { Problem, ProblemRule, Problems } from './problem';

/**
 * What is wrong with `input`, by field, or nothing. The form asks before it sends, the server asks again before the
 * handler sees the input; both get the same answer because it is the same schema.
 */
export function check(rules: GenericSchema, input: unknown): Problems | undefined {
  // by what a schema can do itself, so that who checks does without valibot until the rules come; ours never answer a promise
  const { issues } = rules['~standard'].validate(input) as { issues?: readonly BaseIssue<unknown>[] };
  return issues && problemsOf(issues);
}

/** Issues of valibot by the field that they are about: the first of each. */
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
