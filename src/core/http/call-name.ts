import type { Wire } from './answer';

/** Identifies a call that began before the app did: caller, call, input and language. */
export const callName = (
  { identity, language }: Pick<Wire, 'identity' | 'language'>,
  path: string,
  data: object,
): string => [path, JSON.stringify(data), identity().token, language()].join();
