import type { SystemMessage } from '../../contract/support/messages';
import { yuan } from '../../contract/wire/yuan';
import { dayIn } from '../kernel/local-time';
import { type Locale, translate } from '../kernel/messages';
import { type MessageValues, wordsOf } from './notify-member';
import type { SystemMessageRow } from './tables';

/** A calendar day, as `dayFor` writes it. */
const isDay = (value: unknown) => /^\d{4}-\d\d-\d\d$/.test(`${value}`);

/** Values in fen. */
const amounts = ['amount', 'fee', 'minimum', 'left', 'rest'];

/** A stored message in the reader's language. */
export function wordedMessage(row: SystemMessageRow, locale: Locale): SystemMessage {
  const stored = Object.entries(JSON.parse(row.told) as Record<string, string | number>);
  const values = Object.fromEntries(
    stored.map(([name, value]) => {
      if (amounts.includes(name)) return [name, yuan(Number(value))];
      return [name, name === 'date' && isDay(value) ? dayIn(`${value}`, locale) : value];
    }),
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
