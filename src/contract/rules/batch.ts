import * as v from 'valibot';
import { fields, id, requestKey } from './fields';

/** Maximum number of ids in a request. */
export const mostInBatch = 1000;
export const ids = v.pipe(v.array(id, 'required'), v.nonEmpty('required'), v.maxLength(mostInBatch, 'max'));
const integer = v.pipe(v.number('required'), v.safeInteger('wrong'));

/** A change of several rows: by their ids, or everything that a `search` finds except some, `count` of them, as the member confirmed. */
/* @__NO_SIDE_EFFECTS__ */
export const batchOf =
  <const Search extends v.ObjectEntries>(search: Search) =>
  /* @__NO_SIDE_EFFECTS__ */
  <const Entries extends v.ObjectEntries>(entries: Entries) => {
    const match = v.object(
      {
        ...search,
        except: v.optional(v.pipe(v.array(id, 'wrong'), v.maxLength(mostInBatch, 'max'))),
        count: v.pipe(integer, v.minValue(1, 'min')),
      },
      'wrong',
    );
    return v.pipe(
      fields({ ...entries, ids: v.optional(ids), match: v.optional(match), requestKey }),
      v.rawCheck(({ dataset, addIssue }) => {
        const input = dataset.value as { ids?: unknown; match?: unknown };
        if (!input.ids === !input.match) addIssue({ message: 'required' });
      }),
    );
  };
