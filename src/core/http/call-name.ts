import type { Wire } from './answer';

/** What a call is found by that began before the app did: who asks what, and in which language. */
export const callName = (
  { identity, language }: Pick<Wire, 'identity' | 'language'>,
  path: string,
  data: object,
): string => [path, JSON.stringify(data), identity().token, language()].join();
