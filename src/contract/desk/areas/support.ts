import * as v from 'valibot';
import { longestMessage } from '../../support/im';
import { WorkOrderStatus } from '../../support/work-orders';
import { localeNames } from '../../wire/locale';
import {
  area,
  choice,
  columns,
  count,
  everybody,
  pictures,
  record,
  rows,
  support,
  text,
  texts,
  time,
  words,
  yes,
} from '../area';
import { again, atTime, keyOf, line, paragraph, requestKey, seen, sentPictures } from '../inputs';

const { shown, offered } = columns;

/** Members' work orders. */
export const workorders = area({
  path: 'workorders',
  personal: true,
  see: support,
  act: support,
  key: 'number',
  title: 'title',
  fields: {
    number: text(shown),
    member: record('members', shown),
    title: text(shown),
    status: choice(WorkOrderStatus, shown),
    takenBy: text(shown),
    description: words(),
    annex: pictures(),
    entries: rows(),
    createdAt: time(offered),
    since: time(shown),
    solvedAt: time(offered),
  },
  sorts: ['since', 'createdAt'],
  sort: '-since',
  at: 'createdAt',
  filters: { status: { usual: 'open' }, member: {}, takenBy: {} },
  views: {
    open: { filters: { status: 'open' }, sort: 'since' },
    pending: { filters: { status: 'pending' }, sort: 'since' },
    processing: { filters: { status: 'processing' }, sort: 'since' },
    processed: { filters: { status: 'processed' } },
  },
  actions: {
    take: { when: { status: [WorkOrderStatus.pending, WorkOrderStatus.processing] }, many: true },
    answer: {
      when: { solvedAt: [undefined] },
      input: v.object({
        text: paragraph(2000),
        pictures: sentPictures(9),
        seen: seen(),
        requestKey: requestKey(),
        again: again(),
      }),
    },
  },
});

/** Online support: one conversation with each member. */
export const conversations = area({
  path: 'conversations',
  personal: true,
  under: 'of',
  see: support,
  act: support,
  key: 'member',
  title: 'member',
  fields: {
    member: record('members', shown),
    unread: count(shown),
    takenBy: text(shown),
    at: time(shown),
    newest: words(shown),
  },
  sorts: ['urgent', 'at'],
  sort: '-urgent',
  at: 'at',
  filters: { unread: {}, takenBy: {} },
  views: { unread: { filters: { unread: 'yes' }, sort: 'at' } },
  actions: {
    take: {},
    read: {
      form: 'own',
      input: v.object({ before: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))) }),
    },
    reply: {
      form: 'own',
      input: v.pipe(
        v.object({
          text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(longestMessage)), ''),
          pictures: sentPictures(1),
          seen: seen(),
          requestKey: requestKey(),
          again: again(),
        }),
        v.check(({ text, pictures = [] }) => !!text || pictures.length > 0, 'a text or a picture'),
      ),
    },
  },
  page: 'own',
});

const noticeText = v.object({ title: line(120), html: line(50_000) });
const noticeTexts = v.pipe(
  v.object(v.entriesFromList(localeNames, v.optional(noticeText))),
  v.check((given) => Object.values(given).some(Boolean), 'a text in one language at least'),
);
/** The editor's preview before publishing. */
export const noticePreview = v.object({ texts: noticeTexts });

export const notices = area({
  path: 'notices',
  see: everybody,
  act: support,
  key: 'id',
  title: 'title',
  fields: {
    id: text(),
    title: text(shown),
    publishedAt: time(shown),
    state: choice(['waiting', 'published', 'withdrawn'], shown),
    country: choice(['cn', 'intl'], offered),
    to: record('members', offered),
    confirm: yes(offered),
    confirmed: count(shown),
    withdrawnAt: time(offered),
    texts: rows(),
    titles: texts(),
  },
  sorts: ['publishedAt'],
  sort: '-publishedAt',
  at: 'publishedAt',
  filters: { state: {}, country: {} },
  views: {
    waiting: { filters: { state: 'waiting' } },
    published: { filters: { state: 'published' } },
    withdrawn: { filters: { state: 'withdrawn' } },
  },
  actions: {
    add: {
      makes: true,
      form: 'own',
      input: v.object({
        texts: noticeTexts,
        confirm: v.optional(v.boolean()),
        country: v.optional(v.picklist(['cn', 'intl'])),
        to: v.optional(keyOf('members')),
        from: v.optional(atTime()),
        requestKey: requestKey(),
      }),
    },
    change: {
      form: 'own',
      input: v.object({ texts: noticeTexts, from: v.optional(atTime()) }),
    },
    withdraw: { when: { withdrawnAt: [undefined] }, grave: true },
  },
});

/** A message in the operator's own words, to one member or to `all`. */
export const messages = area({
  path: 'messages',
  see: support,
  act: support,
  key: 'id',
  title: 'text',
  fields: { id: text(), text: words() },
  sorts: [],
  sort: '',
  filters: {},
  actions: {
    add: {
      makes: true,
      input: v.object({ to: keyOf('members'), text: paragraph(1000), requestKey: requestKey() }),
    },
  },
});

/** Prepared answers, by language. */
export const answers = area({
  path: 'answers',
  see: support,
  act: support,
  key: 'id',
  title: 'name',
  fields: {
    id: text(),
    name: text(shown),
    texts: texts(),
    by: text(shown),
    at: time(shown),
  },
  sorts: ['name', 'at'],
  sort: 'name',
  filters: {},
  actions: {
    add: {
      makes: true,
      input: v.object({
        name: line(80),
        texts: v.strictObject(v.entriesFromList(localeNames, v.optional(paragraph(2000)))),
      }),
    },
    change: {
      input: v.object({
        name: line(80),
        texts: v.strictObject(v.entriesFromList(localeNames, v.optional(paragraph(2000)))),
      }),
    },
    remove: { grave: true },
  },
});
