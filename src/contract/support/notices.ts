import type { RichNode } from '../rules/rich';
import { call } from '../wire/call';
import type { Locale } from '../wire/locale';
import type { Page } from '../wire/page';
import type * as rules from './notices.rules';

export interface NoticeSummary {
  id: string;
  /** In the language of the request where it was written in it, else in its nearest: then `lang` is not the request's. */
  title: string;
  /** How it begins, as text, 120 characters at most. */
  excerpt: string;
  lang: Locale;
  /** ISO 8601. */
  publishedAt: string;
  /** Whether this member still has to confirm it. */
  needsConfirm: boolean;
}

export interface Notice extends Omit<NoticeSummary, 'excerpt'> {
  body: RichNode[];
}

/** The notices for this member: those for everybody, for their country version, for them alone. Newest first. */
export const listNotices = call<typeof rules.listNotices, Page<NoticeSummary>>('systemNote/list', {
  offline: 'last',
  embed: { first: { notices: {} }, scopes: ['notices:read'] },
});
/** Refused (500) when there is none, it was withdrawn, or it is for others. */
export const getNotice = call<typeof rules.getNotice, Notice>('systemNote/getById', {
  embed: { scopes: ['notices:read'] },
});
/**
 * What the member still has to confirm, the oldest first, 20 at most. What was published before they joined is not asked
 * of them.
 */
export const getNeedConfirm = call<typeof rules.getNeedConfirm, { items: Notice[] }>(
  'systemNote/getNeedConfirm',
  { embed: { scopes: ['notices:read'] } },
);
/** Once and for all; again changes nothing. Refused (500) like `getNotice`. */
export const userConfirm = call<typeof rules.userConfirm, object>('systemNote/userConfirm', {
  stale: () => [getNotice, listNotices],
  embed: { scopes: ['notices:write'] },
});
