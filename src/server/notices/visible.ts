import type { Notice, NoticeSummary } from '../../contract/support/notices';
import { preferred } from '../../contract/wire/locale';
import type { Executor } from '../db/database';
import type { RequestContext } from '../kernel/context';
import type { Locale } from '../kernel/messages';
import { textOf } from './rich';

/** Characters of an excerpt. */
const excerptLength = 120;

/**
 * The notices that this member may see, each with whether they have confirmed it: those for everybody, for their country version and for
 * them alone; no withdrawn ones.
 */
export const visible = (run: Executor, { member, now }: Pick<RequestContext, 'member' | 'now'>) =>
  run
    .selectFrom('notice as n')
    .innerJoin('member as m', (on) => on.on('m.id', '=', member))
    .leftJoin('notice_confirmed as c', (on) => on.onRef('c.notice', '=', 'n.id').on('c.member', '=', member))
    .select(['n.id', 'n.published_at', 'n.confirm', 'c.at as confirmed_at', 'm.created_at as joined_at'])
    .where('n.withdrawn_at', 'is', null)
    .where('n.published_at', '<=', new Date(now))
    .where((is) => is.or([is('n.addressee', 'is', null), is('n.addressee', '=', member)]))
    .where((is) => is.or([is('n.country', 'is', null), is('n.country', '=', is.ref('m.country'))]));

interface Row {
  id: string;
  published_at: Date;
  confirm: boolean;
  confirmed_at: Date | null;
  joined_at: Date;
}

/** The rows as notices in the language of the request, or in the other one if there is no text in it. */
export async function worded(run: Executor, rows: readonly Row[], locale: Locale): Promise<Notice[]> {
  if (!rows.length) return [];
  const texts = await run
    .selectFrom('notice_text')
    .selectAll()
    .where(
      'notice',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.flatMap(({ id, published_at, confirm, confirmed_at, joined_at }) => {
    const own = texts.filter(({ notice }) => notice === id);
    const text = preferred(locale)
      .map((one) => own.find((other) => other.locale === one))
      .find((one) => one);
    if (!text) return [];
    return {
      id,
      title: text.title,
      lang: text.locale,
      publishedAt: published_at.toISOString(),
      needsConfirm: confirm && !confirmed_at && published_at >= joined_at,
      body: JSON.parse(text.body),
    };
  });
}

/** A notice as the list shows it. The excerpt skips tables, whose cells form no sentence, unless there is no other text. */
export function summary({ body, ...notice }: Notice): NoticeSummary {
  // a table is no text, and neither is the line that announces it
  const plain = body.filter(([tag], at) => tag !== 'table' && body[at + 1]?.[0] !== 'table');
  const text = [...(textOf(plain) || textOf(body))];
  const excerpt =
    text.length > excerptLength ? `${text.slice(0, excerptLength - 1).join('')}…` : text.join('');
  return { ...notice, excerpt };
}
