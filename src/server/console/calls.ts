import * as v from 'valibot';
import { embedFeatures } from '../../contract/embed/features';
import { originKinds, partnerRoles } from '../../contract/embed/partners';
import { safeValue, themeTokens } from '../../contract/embed/theme-tokens';
import { email } from '../../contract/rules/fields';
import { localeNames } from '../../contract/wire/locale';
import {
  addKey,
  addOrigin,
  changeProfile,
  endKey,
  largestLogo,
  logoOf,
  removeOrigin,
  setLogo,
  setTheme,
} from '../partners/change-partner';
import { askToGoLive } from '../partners/go-live';
import { changePerson, invite, listPeople } from '../partners/people';
import { kindOf } from '../settings/partner-origins';
import { type ConsoleCall, call, change, line, mode, nothing, ofMode } from './console-call';
import { listChanges, partnerRecord } from './record';
import { logConsoleCalls, webhookCalls } from './webhook-calls';

const features = Object.keys(embedFeatures) as (keyof typeof embedFeatures)[];
const scopes = [...new Set(features.flatMap((one) => embedFeatures[one].scopes))];
const names = v.object({
  en: line(60),
  ...v.entriesFromList(
    localeNames.filter((one) => one !== 'en'),
    v.optional(line(60)),
  ),
});
/** Values of theme tokens. Each embed checks them itself: what is kept here is what was typed. */
const look = v.record(v.picklist(themeTokens), v.pipe(line(200), v.regex(safeValue)));
const hours = 3_600_000;

const record: ConsoleCall[] = [
  call({
    method: 'GET',
    path: '',
    needs: 'read',
    rules: nothing,
    answer: ({ gateway, partner }) => partnerRecord(gateway, partner),
  }),
  call({
    method: 'GET',
    path: 'changes',
    needs: 'read',
    rules: nothing,
    answer: async ({ gateway, partner }) => ({ items: await listChanges(gateway, partner) }),
  }),
  call({
    method: 'POST',
    path: 'profile',
    needs: 'developer',
    what: 'profileChanged',
    rules: v.object({
      name: names,
      features: v.pipe(v.array(v.picklist(features)), v.minLength(1), v.maxLength(100)),
      scopes: v.optional(v.pipe(v.array(v.picklist(scopes)), v.minLength(1), v.maxLength(200))),
    }),
    answer: async (asking, profile) => {
      await change(asking, (tx) => changeProfile(tx, asking.partner, profile));
      return { target: profile.name.en };
    },
  }),
  call({
    method: 'POST',
    path: 'logo',
    needs: 'developer',
    what: 'logoChanged',
    rules: v.object({
      picture: v.nullable(v.pipe(v.string(), v.maxLength(Math.ceil(largestLogo / 3) * 4), v.base64())),
    }),
    answer: async (asking, { picture }) => {
      const logo = picture === null ? null : await logoOf(Buffer.from(picture, 'base64'));
      await change(asking, (tx) => setLogo(tx, asking.partner, logo));
      return {};
    },
  }),
  call({
    method: 'POST',
    path: 'theme',
    needs: 'developer',
    what: 'themeChanged',
    rules: v.object({ light: look, dark: look }),
    answer: async (asking, theme) => {
      await change(asking, (tx) => setTheme(tx, asking.partner, theme));
      return {};
    },
  }),
  call({
    method: 'POST',
    path: 'keys',
    needs: 'developer',
    what: 'keyMade',
    rules: ofMode,
    answer: async (asking, { mode }) => {
      const { settings } = asking.gateway;
      const key = await change(asking, (tx, now) =>
        addKey(tx, settings, { partner: asking.partner, mode }, now),
      );
      return { ...key, target: key.kid };
    },
  }),
  call({
    method: 'POST',
    path: 'keys/:kid/end',
    needs: 'developer',
    what: 'keyEnded',
    rules: v.object({
      hours: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(720)), 0),
    }),
    answer: async (asking, input) => {
      const { partner, params } = asking;
      const of = { partner, kid: params.kid ?? '' };
      const ended = await change(asking, (tx, now) => endKey(tx, of, now + input.hours * hours, now));
      return { ...ended, target: ended.kid };
    },
  }),
  call({
    method: 'POST',
    path: 'origins',
    needs: 'developer',
    what: 'originAdded',
    rules: v.object({ mode, origin: line(300), kind: v.optional(v.picklist(originKinds)) }),
    answer: async (asking, { mode, origin, kind = kindOf(origin) }) => {
      const { settings } = asking.gateway;
      await change(asking, (tx) => addOrigin(tx, settings, asking.partner, { mode, origin, kind }));
      return { target: origin };
    },
  }),
  call({
    method: 'POST',
    path: 'origins/remove',
    needs: 'developer',
    what: 'originRemoved',
    rules: v.object({ mode, origin: line(300) }),
    answer: async (asking, origin) => {
      await change(asking, (tx) => removeOrigin(tx, asking.partner, origin));
      return { target: origin.origin };
    },
  }),
  call({
    method: 'POST',
    path: 'go-live',
    needs: 'owner',
    what: 'liveAsked',
    rules: v.object({ site: v.pipe(line(300), v.url()), note: line(1000) }),
    answer: async (asking, request) => {
      await change(asking, (tx, now) => askToGoLive(tx, asking.partner, request, now));
      return { target: request.site };
    },
  }),
];

const people: ConsoleCall[] = [
  call({
    method: 'GET',
    path: 'people',
    needs: 'read',
    rules: nothing,
    answer: async ({ gateway, partner }) => ({
      items: await listPeople(gateway.db.run, partner, gateway.now()),
    }),
  }),
  call({
    method: 'POST',
    path: 'people',
    needs: 'owner',
    what: 'personInvited',
    rules: v.object({ email, role: v.picklist(partnerRoles) }),
    answer: async (asking, { email, role }) => {
      const { partner, locale, gateway } = asking;
      const how = { publicUrl: gateway.settings.publicUrl, locale };
      await change(asking, (tx, now) => invite(tx, { partner, email, role }, how, now));
      return { target: email };
    },
  }),
  call({
    method: 'POST',
    path: 'people/role',
    needs: 'owner',
    what: 'roleChanged',
    rules: v.object({ email, role: v.picklist(partnerRoles) }),
    answer: async (asking, { email, role }) => {
      await change(asking, (tx) => changePerson(tx, { partner: asking.partner, email }, role));
      return { target: email };
    },
  }),
  call({
    method: 'POST',
    path: 'people/remove',
    needs: 'owner',
    what: 'personRemoved',
    rules: v.object({ email }),
    answer: async (asking, { email }) => {
      await change(asking, (tx) => changePerson(tx, { partner: asking.partner, email }, undefined));
      return { target: email };
    },
  }),
];

/** All calls of the partner console. */
export const consoleCalls: readonly ConsoleCall[] = [
  ...record,
  ...people,
  ...webhookCalls,
  ...logConsoleCalls,
];
