import { sql } from 'kysely';
import {
  people as peopleArea,
  proposals as proposalsArea,
  trail as trailArea,
} from '../../../contract/desk/areas/people';
import type { Tx } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import { tellAdmins } from '../admin-mail';
import { Unusable } from '../body';
import {
  activeAdmins,
  addPerson,
  changeEmail,
  changeRole,
  disablePerson,
  enablePerson,
  inviteAgain,
  listPeople,
  nameKey,
  vouch,
} from '../people';
import { proposalRows, proposalView, refuseProposal, showProposal } from '../second-person';
import { admitAgain } from '../sign-in';
import { type Doing, type SourceNamed, source, type WorthOf } from '../source';
import { actionRows, actionView } from '../trail';

/** Changes of access need two people once there are two admins; otherwise an admin alone could create their own second person. */
const whoIsBehindTheDesk: WorthOf<unknown> = async ({ db }) =>
  (await activeAdmins(db.run).execute()).length > 1 ? Number.POSITIVE_INFINITY : 0;

/** Performs a change of access to the back office, records who did it, and notifies every admin by mail. */
const letIn = <T extends object>(
  { gateway: { db, now, settings }, person }: Doing,
  { name, what }: { name: string; what: 'added' | 'invited' | 'role' | 'enabled' | 'disabled' },
  change: (tx: Tx) => Promise<T>,
): Promise<T> =>
  db.tx(async (tx) => {
    const changed = await change(tx);
    if (what !== 'disabled') await vouch(tx, name, person, now());
    await tellAdmins(tx, settings, { what, name: nameKey(name), by: person.name }, now());
    return changed;
  });

export const people = source({
  area: peopleArea,
  param: 'name',
  kept: ['operator', 'name'],
  list: { all: ({ db }) => listPeople(db.run) },
  one: async ({ db }, key) => {
    const person = (await listPeople(db.run)).find(({ name }) => name === nameKey(key));
    if (!person) throw new DomainError('personMissing');
    return person;
  },
  acts: {
    add: (doing, { name, role, email }) =>
      letIn(doing, { name, what: 'added' }, (tx) => addPerson(tx, name, role, doing.gateway.now(), email)),
    invite: (doing) =>
      letIn(doing, { name: doing.key, what: 'invited' }, (tx) =>
        inviteAgain(tx, doing.key, doing.gateway.now()),
      ),
    role: (doing, { role }) =>
      letIn(doing, { name: doing.key, what: 'role' }, (tx) => changeRole(tx, doing.key, role)),
    email: ({ gateway: { db }, key }, { email }) => db.tx((tx) => changeEmail(tx, key, email)),
    admit: async ({ gateway: { db }, key }) => {
      await admitAgain(db.run, key);
      return { name: nameKey(key) };
    },
    disable: (doing) =>
      letIn(doing, { name: doing.key, what: 'disabled' }, (tx) =>
        disablePerson(tx, doing.key, doing.gateway.now()),
      ),
    enable: (doing) =>
      letIn(doing, { name: doing.key, what: 'enabled' }, (tx) =>
        enablePerson(tx, doing.key, doing.gateway.now()),
      ),
  },
  worth: {
    add: whoIsBehindTheDesk,
    invite: whoIsBehindTheDesk,
    role: whoIsBehindTheDesk,
    enable: whoIsBehindTheDesk,
    // otherwise an admin could redirect another admin's notifications
    email: whoIsBehindTheDesk,
  },
});

export const trail = source({
  area: trailArea,
  list: {
    rows: actionRows,
    columns: {
      number: 'a.seq',
      at: 'a.at',
      phase: 'a.phase',
      target: 'a.target',
    },
    id: 'a.request',
    member: 'a.member',
    search: ['a.name', 'a.action', 'a.target', 'a.ip'],
    where: {
      by: (value) => sql`a.name = ${nameKey(value)}`,
      action: (value) => sql`strpos(a.action, ${value}) > 0`,
      before: (value) => sql`a.seq < ${Number(value)}`,
      // each act has two rows: one before it and one after
      ended: (value) => {
        if (value !== 'yes' && value !== 'no') throw new Unusable('ended: yes or no');
        return value === 'yes' ? sql`a.phase <> 'begun'` : sql`a.phase = 'begun'`;
      },
    },
    view: (rows) => rows.map(actionView),
  },
  one: async ({ db }, key) => {
    const row = await actionRows(db.run)
      .where('a.seq', '=', /^\d{1,15}$/.test(key) ? Number(key) : 0)
      .executeTakeFirst();
    if (!row) throw new DomainError('trailMissing');
    return actionView(row);
  },
  acts: {},
});

/** Proposals that wait for a second person; `named` finds the areas of proposals. */
export const proposals = (named: SourceNamed) =>
  source({
    area: proposalsArea,
    list: {
      rows: proposalRows,
      columns: { at: 'p.at', by: 'p.name' },
      id: 'p.id',
      search: ['p.target', 'p.action', 'p.name', 'p.id'],
      where: {
        state: (value, { now }) => {
          const open = sql<boolean>`(p.ended is null and p.expires_at > ${new Date(now())})`;
          if (value === 'open') return open;
          if (value === 'ended') return sql`not ${open}`;
          throw new Unusable('state: open, ended');
        },
      },
      view: (rows, gateway) => Promise.all(rows.map((row) => proposalView(gateway, named, row))),
    },
    one: (gateway, key) => showProposal(gateway, named, key),
    acts: {
      refuse: ({ gateway, key, person }) => refuseProposal(gateway, person, key),
    },
  });
