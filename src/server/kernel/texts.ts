import { type RawBuilder, sql } from 'kysely';
import { type Locale, type Texts, textIn } from '../../contract/wire/locale';

/** The translated parts of a row: its name, description or title. */
type Part = 'name' | 'description' | 'title';
type OldColumns<P extends Part> = Record<`${P}_en` | `${P}_zh`, string>;

/**
 * The columns of a row with texts: `texts` has all languages, as JSON by part and language. English and Chinese are also in their own
 * columns, which gateways of the previous version read and write. docs/decisions/database.md explains how these are removed.
 */
export const textColumns = <P extends Part>(parts: Record<P, Texts>): OldColumns<P> & { texts: string } =>
  ({
    ...Object.fromEntries(
      Object.entries<Texts>(parts).flatMap(([part, { en = '', zh = en }]) => [
        [`${part}_en`, en],
        [`${part}_zh`, zh],
      ]),
    ),
    texts: JSON.stringify(parts),
  }) as OldColumns<P> & { texts: string };

/** A part of a row in all its languages. */
export function textsOf<P extends Part>(row: OldColumns<P> & { texts: string }, part: P): Texts {
  const parts: { [Q in Part]?: Texts } = JSON.parse(row.texts);
  const old = row as Partial<Record<string, string>>;
  return { ...parts[part], en: old[`${part}_en`], zh: old[`${part}_zh`] };
}

/** A part of a row in the requested language, or the nearest one. */
export const textOf = <P extends Part>(
  row: OldColumns<P> & { texts: string },
  part: P,
  locale: Locale,
): string => textIn(textsOf(row, part), locale);

/** SQL for parts of a row in all languages, in lower case, for searches. `table`: its alias in the query. */
export const everyText = (table: string, ...parts: Part[]): RawBuilder<string> =>
  sql`lower(concat_ws(' ', ${sql.join(
    parts.flatMap((part) => [
      sql.ref(`${table}.${part}_en`),
      sql.ref(`${table}.${part}_zh`),
      sql`(select string_agg(value, ' ') from jsonb_each_text(${sql.ref(`${table}.texts`)}::jsonb -> ${sql.lit(part)}))`,
    ]),
  )}))`;
