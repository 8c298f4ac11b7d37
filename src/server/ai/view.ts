import type { Selectable } from 'kysely';
import type { AiTurn } from '../../contract/support/ai';
import type { Locale } from '../kernel/messages';
import { helpOf } from './help';
import type { AiTurnTable } from './tables';

export type TurnRow = Selectable<AiTurnTable>;

/** A turn as the member sees it. Help texts are quoted in the language of the request. */
export const turnView = (row: TurnRow, locale: Locale): AiTurn => ({
  id: row.id,
  question: row.question,
  answer: row.answer,
  state: row.state,
  source: row.source,
  help: helpOf(locale, JSON.parse(row.help)),
  at: row.at.toISOString(),
});
