import type { DataProvider, GetListParams, RaRecord } from 'react-admin';
import { HttpError } from 'react-admin';
import type { Area } from '../contract/desk/area';
import { areaNamed } from '../contract/desk/areas';
import { ask, type Item, Refused } from './api';

/** The area of a resource of react-admin: they have the same names. */
export function areaOf(resource: string): Area {
  const area = areaNamed(resource);
  if (!area) throw new Error(`There is no area ${resource}`);
  return area;
}

/** The address of a record on the gateway. */
export const pathOf = ({ path, under }: Area, key: string): string =>
  `${path}/${under ? `${under}/` : ''}${encodeURIComponent(key)}`;

/** A record in react-admin's format: with its key as `id`. Its own `id` stays available as `ownId`. */
const recordOf = ({ key }: Area, item: Item): RaRecord => ({
  ...item,
  ...(item.id !== undefined && { ownId: item.id }),
  id: String(item[key]),
});

/** The query of a list, for the list itself and its exports: an unset filter means all values, not the default. */
export function queryOf(
  area: Area,
  { filter = {}, sort }: Pick<GetListParams, 'filter' | 'sort'>,
): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, { usual }] of Object.entries(area.filters)) {
    const value = filter[name];
    if (value !== undefined && value !== '') query.set(name, String(value));
    else if (usual) query.set(name, 'any');
  }
  for (const name of ['q', 'since', 'until']) if (filter[name]) query.set(name, String(filter[name]));
  if (sort?.field && area.sorts.includes(sort.field))
    query.set('sort', `${sort.order === 'DESC' ? '-' : ''}${sort.field}`);
  return query;
}

/** Passes on a refusal; react-admin signs out at 401. */
async function asked(path: string, body?: object): Promise<Item> {
  try {
    return await ask(path, body);
  } catch (error) {
    if (error instanceof Refused) throw new HttpError(error.message, error.status, { repeat: error.repeat });
    throw error;
  }
}

export interface DeskProvider extends DataProvider {
  /** Performs an action on a record, or creates one if the key is empty. */
  act(resource: string, key: string, action: string, input: object): Promise<Item>;
}

/** The records of every area over the operator's API. */
export function deskProvider(): DeskProvider {
  // the cursor of each loaded page of a list, by the list's query
  const cursors = new Map<string, string>();
  const list = async (resource: string, params: GetListParams) => {
    const area = areaOf(resource);
    const { page, perPage } = params.pagination ?? { page: 1, perPage: 50 };
    const query = queryOf(area, params);
    const place = (nth: number) => `${resource}?${query}&size=${perPage}#${nth}`;
    const from = cursors.get(place(page));
    const turn = from ? `&from=${from}` : page > 1 ? `&skip=${(page - 1) * perPage}` : '';
    // the count of a search would look for the words in every record
    const count = params.filter?.q ? 'no' : 'yes';
    const answer = await asked(`${area.path}?${query}&count=${count}&size=${perPage}${turn}`);
    if (answer.next) cursors.set(place(page + 1), answer.next);
    const data = answer.items.map((item: Item) => recordOf(area, item));
    const pageInfo = { hasNextPage: !!answer.next, hasPreviousPage: page > 1 };
    // the last page tells how many records there are, even if nobody counted them
    const total = !answer.next ? (page - 1) * perPage + data.length : answer.more ? undefined : answer.total;
    return total === undefined ? { data, pageInfo } : { data, total, pageInfo };
  };
  const one = async (resource: string, id: unknown) => {
    const area = areaOf(resource);
    return recordOf(area, { [area.key]: id, ...(await asked(pathOf(area, String(id)))) });
  };
  const unsupported = async (): Promise<never> => {
    throw new Error('Records change by the actions of their area');
  };
  return {
    getList: list as DataProvider['getList'],
    getOne: (async (resource, { id }) => ({ data: await one(resource, id) })) as DataProvider['getOne'],
    getMany: (async (resource, { ids }) => ({
      data: await Promise.all(ids.map((id: unknown) => one(resource, id))),
    })) as DataProvider['getMany'],
    getManyReference: ((resource, { target, id, ...params }) =>
      list(resource, {
        ...params,
        filter: { ...params.filter, [target]: id },
      })) as DataProvider['getManyReference'],
    create: unsupported,
    update: unsupported,
    updateMany: unsupported,
    delete: unsupported,
    deleteMany: unsupported,
    act: (resource, key, action, input) => {
      const area = areaOf(resource);
      const { makes } = area.actions[action] ?? {};
      if (makes) return asked(area.path, input);
      return asked(action === 'change' ? pathOf(area, key) : `${pathOf(area, key)}/${action}`, input);
    },
  };
}
