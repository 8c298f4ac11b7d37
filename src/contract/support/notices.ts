import type { RichNode } from '../rules/rich';
import { call } from '../wire/call';
import type { Locale } from '../wire/locale';
import type { Page } from '../wire/page';
import type * as rules from './notices.rules';

export interface NoticeSummary {
  id: string;
  /** In the language of the request if available, else in the nearest one: then `lang` differs from the request's. */
  title: string;
  /** Its beginning as text, at most 120 characters. */
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

/** The notices for this member: those for everybody, for their country version, and for them alone. Newest first. */
export const listNotices = call<typeof rules.listNotices, Page<NoticeSummary>>('systemNote/list', {
  oldest: '30 s',
  offline: 'last',
  embed: { first: { notices: {} }, scopes: ['notices:read'] },
});
/** Refused (500) if it does not exist, was withdrawn, or is for others. */
export const getNotice = call<typeof rules.getNotice, Notice>('systemNote/getById', {
  oldest: '30 s',
  embed: { scopes: ['notices:read'] },
});
/** Notices that the member still has to confirm, oldest first, at most 20. Notices from before they joined need no confirmation. */
export const getNeedConfirm = call<typeof rules.getNeedConfirm, { items: Notice[] }>(
  'systemNote/getNeedConfirm',
  { embed: { scopes: ['notices:read'] } },
);
/** Permanent; a repetition changes nothing. Refused (500) like `getNotice`. */
export const userConfirm = call<typeof rules.userConfirm, object>('systemNote/userConfirm', {
  stale: () => [getNotice, listNotices],
  embed: { scopes: ['notices:write'] },
});
