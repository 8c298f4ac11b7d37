import { follow as followInvitation, signIn, signOut } from '../session.mjs';
import { get, post, seg } from './request.mjs';

// People with access to the back office, their actions, and proposals for a second person.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const people = {
  'desk sign-in': [
    '<name>',
    'sign in as yourself, with your password and a code',
    ([name = '']) => ({ run: (_ask, terminal) => signIn(terminal, name) }),
  ],
  'desk join': [
    '<invitation>',
    'follow an invitation: choose a password and an app of codes',
    ([invite = '']) => ({ run: (_ask, terminal) => followInvitation(terminal, invite) }),
  ],
  'desk sign-out': ['', 'end your session here', () => ({ run: (_ask, terminal) => signOut(terminal) })],
  'desk who': ['', 'who you are here', () => get('session')],
  'person list': ['', 'everybody behind the desk', () => get('people')],
  'person add': [
    '<name> <role>',
    'invite somebody: support, finance or admin',
    ([name, role]) => post('people', { name, role }),
  ],
  'person role': [
    '<name> <role>',
    'give somebody another role',
    ([name, role]) => post(`people/${seg(name)}/role`, { role }),
  ],
  'person invite': [
    '<name>',
    'invite somebody again who lost the password or the phone; the old ones end',
    ([name]) => post(`people/${seg(name)}/invite`),
    { sure: ([name]) => `This ends the password, the codes and the sessions of ${name}.` },
  ],
  'person admit': [
    '<name>',
    'forget the wrong tries that keep somebody from signing in',
    ([name]) => post(`people/${seg(name)}/admit`),
  ],
  'person disable': [
    '<name>',
    'somebody who left gets in no more, at once',
    ([name]) => post(`people/${seg(name)}/disable`),
  ],
  'person enable': [
    '<name>',
    'somebody who came back, with a new invitation',
    ([name]) => post(`people/${seg(name)}/enable`),
  ],
  'trail list': [
    '',
    'what was done at the desk, the newest first',
    (_, { by, target, action, before }) =>
      get(
        `trail?${new URLSearchParams(
          Object.entries({ by, target, action, before }).filter(([, value]) => value),
        )}`,
      ),
    {
      options: {
        '--by <name>': 'of one person',
        '--target <id>': 'to one thing: an id, a number, an account',
        '--action <part>': 'of one kind: refund, withdrawals, approve',
        '--before <number>': 'older than this one',
      },
    },
  ],
  'trail check': [
    '',
    'whether every line of it is there as it was written',
    (_, { against }) => get(`trail/check${against ? `?against=${seg(against)}` : ''}`),
    { options: { '--against <hash>': 'and whether this hash, which the log has kept elsewhere, is in it' } },
  ],
  'proposal list': ['', 'what waits for a second person', () => get('proposals')],
  'proposal grant': [
    '<id>',
    'you have looked at it: do it',
    ([id]) => post(`proposals/${seg(id)}/grant`),
    { sure: ([id]) => `This does what was proposed as ${id}.` },
  ],
  'proposal refuse': ['<id>', 'it is not done', ([id]) => post(`proposals/${seg(id)}/refuse`)],
};
