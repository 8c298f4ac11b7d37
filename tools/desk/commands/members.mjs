import { get, joined, post, seg } from './request.mjs';

// Members and their accounts.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const members = {
  'member find': [
    '<text>',
    'by a part of username, nickname, phone number or e-mail address',
    (words) => get(`members?text=${seg(joined(words))}`),
  ],
  'member show': [
    '<account>',
    'who it is, and what they have',
    ([account]) => get(`members/${seg(account)}`),
  ],
  'member statement': [
    '<account>',
    'what changed an account of theirs',
    ([account], { kind = 'balance', month, before }) =>
      get(
        `members/${seg(account)}/statement?${new URLSearchParams({ kind, ...(month && { month }), ...(before && { before }) })}`,
      ),
    {
      options: {
        '--kind <kind>': 'balance, store, frozen, points, cloudBeans or promotion',
        '--month <month>': 'one month, 2026-11',
        '--before <number>': 'the 1,000 movements before this one; without it, the newest',
      },
    },
  ],
  'member lock': [
    '<account> <reason>',
    'nobody signs in any more, and whoever is in is out',
    ([account, ...reason]) => post(`members/${seg(account)}/lock`, { reason: joined(reason) }),
    { sure: ([account]) => `This signs ${account} out everywhere.` },
  ],
  'member unlock': [
    '<account>',
    'they may sign in again',
    ([account]) => post(`members/${seg(account)}/unlock`),
  ],
  'member reset': [
    '<account> <contact>',
    'for somebody who lost their ways in and has shown who they are: a new contact, to choose a password by',
    ([account, contact], { keepOther }) => post(`members/${seg(account)}/reset`, { contact, keepOther }),
    {
      options: { '--keep-other': 'their other contact stays: they have shown that it is in their hands' },
      sure: ([account, contact]) =>
        `This makes ${contact} the only way into the account ${account}: password, other contact, WeChat and payment password are gone.`,
    },
  ],
  'member leader': [
    '<account> <on|off>',
    'a team leader, or not',
    ([account, on]) => post(`members/${seg(account)}/leader`, { leader: on === 'on' }),
  ],
};
