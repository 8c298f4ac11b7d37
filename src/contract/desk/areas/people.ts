import * as v from 'valibot';
import { act, admin, area, choice, columns, count, everybody, record, rows, text, time } from '../area';
import { line } from '../inputs';

const { shown, offered } = columns;

/** People with access to the back office, their actions, and proposals for a second person. */
const role = v.picklist(['support', 'finance', 'admin']);

export const people = area({
  path: 'people',
  see: admin,
  act: admin,
  key: 'name',
  title: 'name',
  fields: {
    name: text(shown),
    email: text(shown),
    role: choice(['support', 'finance', 'admin'], shown),
    since: time(shown),
    state: choice(['active', 'invited', 'disabled'], shown),
    invitedUntil: time(offered),
  },
  sorts: ['name', 'since'],
  sort: 'name',
  filters: { role: {}, state: {} },
  actions: {
    add: {
      makes: true,
      form: 'own',
      input: v.object({
        name: v.pipe(v.string(), v.trim(), v.regex(/^[a-z][\w.-]{1,39}$/i)),
        role,
        email: v.optional(v.pipe(line(200), v.email())),
      }),
    },
    invite: { form: 'own', grave: true },
    role: { input: v.object({ role }) },
    email: { input: v.object({ email: v.nullable(v.pipe(line(200), v.email())) }) },
    // after somebody has guessed at the person's password too often
    admit: { when: { state: ['active'] } },
    disable: { when: { state: ['active', 'invited'] }, grave: true },
    enable: { when: { state: ['disabled'] }, form: 'own' },
  },
});

export const trail = area({
  path: 'trail',
  see: admin,
  act: admin,
  key: 'number',
  title: 'action',
  fields: {
    number: count(shown),
    at: time(shown),
    by: text(shown),
    role: choice(['support', 'finance', 'admin', 'automation'], offered),
    ip: text(offered),
    action: act(shown),
    target: text(shown),
    member: record('members', offered),
    phase: choice(['begun', 'proposed', 'done', 'refused', 'looked'], shown),
    status: count(offered),
    of: count(),
    input: rows(),
    before: rows(),
    after: rows(),
    changes: rows(),
    request: text(),
  },
  sorts: ['number'],
  sort: '-number',
  at: 'at',
  filters: {
    by: { rule: line(40) },
    target: { rule: line(200) },
    action: { rule: line(60) },
    before: { rule: v.pipe(v.string(), v.digits()) },
    member: {},
    phase: {},
    ended: {},
  },
  views: { done: { filters: { ended: 'yes' } }, looked: { filters: { phase: 'looked' } } },
  actions: {},
});

export const proposals = area({
  path: 'proposals',
  see: everybody,
  act: everybody,
  key: 'id',
  title: 'action',
  fields: {
    id: text(),
    action: act(shown),
    target: text(shown),
    by: text(shown),
    at: time(shown),
    until: time(shown),
    amount: { kind: 'money', ...shown },
    changes: rows(shown),
    input: rows(),
    about: rows(),
    state: choice(['open', 'granted', 'refused', 'expired'], offered),
    endedBy: text(offered),
    endedAt: time(offered),
  },
  sorts: ['at'],
  sort: '-at',
  at: 'at',
  filters: { state: { usual: 'open' }, by: {} },
  views: { open: { filters: { state: 'open' }, sort: 'at' }, ended: { filters: { state: 'ended' } } },
  actions: {
    grant: { when: { state: ['open'] }, form: 'own' },
    refuse: { when: { state: ['open'] }, grave: true },
  },
});
