import { useLocaleState, useTranslate } from 'react-admin';
import type { Area } from '../contract/desk/area';
import { type Locale, tagOf } from '../contract/wire/locale';
import type { Item } from './api';

export const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Times by China's clock, as everything here; with the year, because lists go back years. */
export function useTime(): (at: string) => string {
  const [locale] = useLocaleState();
  const format = new Intl.DateTimeFormat(tagOf(locale as Locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Shanghai',
  });
  return (at) => format.format(new Date(at));
}

/** The words for a name of ours; the name itself, spaced, where we have none. */
export function useName(): (group: string, name: string) => string {
  const t = useTranslate();
  return (group, name) => t(`${group}.${name}`, { _: spaced(name) });
}

/** `camelCase` and `snake_case` as words. */
const spaced = (name: string): string => {
  const words = name.replace(/_/g, ' ').replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** An action of the trail in words: `members/:account/lock` is an area, and what was done there. */
export function useActName(): (action: string) => string {
  const name = useName();
  return (action) => {
    const [area = '', ...rest] = action.split('/');
    const last = rest.at(-1);
    const done = last === undefined ? 'add' : last.startsWith(':') ? 'change' : last;
    return `${name('area', area)} · ${name('action', done)}`;
  };
}

/** The title of a record, in words where it is an action of the trail. */
export function useTitle(): (area: Area, record: Item) => string {
  const actName = useActName();
  return ({ fields, title }, record) => {
    const text = String(record[title] ?? record.id);
    return fields[title]?.kind === 'act' ? actName(text) : text;
  };
}

/** Whether there is nothing to show of a value. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && !Object.keys(value).length);
