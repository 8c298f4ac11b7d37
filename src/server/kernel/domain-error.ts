import { codes } from '../../contract/wire/codes';
import type { Problems } from '../../contract/wire/problem';
import type { MessageName } from './messages';

/**
 * The request was understood and refused; the transaction in which it is thrown is rolled back. `message` is a key of
 * `i18n/<locale>/server.json`, translated into the request's language.
 */
export class DomainError extends Error {
  constructor(
    readonly key: MessageName,
    readonly values: Record<string, string | number> = {},
    readonly more: { code?: string; problems?: Problems; body?: object } = {},
  ) {
    super(key);
  }

  get code(): string {
    return this.more.code ?? (this.more.problems ? codes.invalid : codes.refused);
  }
}

/** Returns a caught refusal. Rethrows anything else, because a defect must not look like a refusal. */
export function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}
