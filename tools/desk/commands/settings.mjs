import { textOptions, textsFrom } from '../texts.mjs';
import { get, joined, post, seg } from './request.mjs';
import { whole } from './values.mjs';

// Rules, settings, banks and dictionaries.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const rules = {
  'rule list': ['', 'what points, beans, rewards and the like are today', () => get('rules')],
  'rule show': ['<rule>', 'what it was, is and will be', ([rule]) => get(`rules/${seg(rule)}`)],
  'rule set': [
    '<rule> <value> <from> <reason>',
    'give it another value from a day on, tomorrow at the earliest',
    ([rule, value, from, ...reason]) =>
      post(`rules/${seg(rule)}`, { value: whole(value), from, reason: joined(reason) }),
  ],
};

/** @type {Record<string, Command>} */
export const settings = {
  'setting list': ['', 'settings that can change while the gateway runs', () => get('settings')],
  'setting show': ['<setting>', 'what it was set to, when and why', ([name]) => get(`settings/${seg(name)}`)],
  'setting set': [
    '<setting> <value> <reason>',
    'another value from now on, as docs/settings.md says it',
    ([name, value, ...reason]) => post(`settings/${seg(name)}`, { value, reason: joined(reason) }),
  ],
  'setting clear': [
    '<setting> <reason>',
    'what the environment says counts again',
    ([name, ...reason]) => post(`settings/${seg(name)}`, { value: null, reason: joined(reason) }),
  ],
  'bank list': ['', 'banks for payout accounts', () => get('banks')],
  'bank add': [
    '',
    'offer one that is not in the list',
    (_, { en, zh }) => post('banks', { en, zh }),
    { options: { '--en! <text>': 'its name in English', '--zh! <text>': 'and in Chinese' } },
  ],
  'bank hide': ['<code>', 'no new account is there', ([code]) => post(`banks/${seg(code)}/hide`)],
  'bank show': ['<code>', 'it is offered again', ([code]) => post(`banks/${seg(code)}/show`)],
  'dict list': [
    '<dictionary>',
    'orderState, payWay, category, idType, accountType: values and their words',
    ([name]) => get(`dictionaries/${seg(name)}`),
  ],
  'dict set': [
    '<dictionary> <value>',
    'other words for a value',
    ([name, value], flags) => post(`dictionaries/${seg(name)}/${seg(value)}`, textsFrom(flags)),
    { options: textOptions('its word', { required: ['en', 'zh'] }) },
  ],
};
