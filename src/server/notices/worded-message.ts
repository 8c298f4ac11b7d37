import type { SystemMessage } from '../../contract/support/messages';
import { yuan } from '../../contract/wire/yuan';
import { type Locale, translate } from '../kernel/messages';
import { type MessageValues, wordsOf } from './notify-member';
import type { SystemMessageRow } from './tables';

/** Values in fen. */
const amounts = ['amount', 'fee', 'minimum', 'left'];

/** A stored message in the reader's language. */
export function wordedMessage(row: SystemMessageRow, locale: Locale): SystemMessage {
  const stored = Object.entries(JSON.parse(row.told) as Record<string, string | number>);
  const values = Object.fromEntries(
    stored.map(([name, value]) => [name, amounts.includes(name) ? yuan(Number(value)) : value]),
  );
  const { title, text } = wordsOf(row.kind as keyof MessageValues);
  return {
    id: row.id,
    title: translate(locale, title),
    text: translate(locale, text, values),
    ...(row.link && { link: row.link }),
    at: row.at.toISOString(),
    read: !!row.read_at,
  };
}
