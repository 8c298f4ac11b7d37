import type { ProblemRule } from '../../contract/wire/problem';
import { DomainError } from '../kernel/domain-error';

/** A refusal (5001) that blames one field. */
export const invalid = (field: string, rule: ProblemRule) =>
  new DomainError('invalid', {}, { problems: { [field]: { rule } } });
