import * as v from 'valibot';
import { type EmbedFeature, embedFeatures } from '../../contract/embed/features';
import { type Locale, localeNames, type Texts } from '../../contract/wire/locale';

/** Somebody in whose pages our features may stand. */
export interface Partner {
  /** Public: it is in their pages, and in the address of the frame document. */
  id: string;
  /** What members know it by; the secure document shows it. */
  name: Texts;
  /** Each signs what its server asks for; the second is there while one is exchanged for another. */
  keys: PartnerKey[];
  /** `https://shop.example`, exactly as browsers say it. */
  origins: string[];
  features: EmbedFeature[];
}

interface PartnerKey {
  /** What it is called by, where one looks when it was last used. */
  kid: string;
  secret: string;
}

const all = Object.keys(embedFeatures) as EmbedFeature[];
export const demoPartner = 'p_demo';
const demoSecret = 'dev-partner-secret-of-the-demo-shop';

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60));
const otherNames = v.entriesFromList(
  localeNames.filter((locale) => locale !== 'en'),
  v.optional(name),
);
const secret = v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'));
const key = v.strictObject({
  kid: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'must be up to 40 letters, digits, - or _')),
  secret,
});
const keys = v.pipe(
  v.array(key),
  v.minLength(1, 'must hold a key'),
  v.maxLength(2, 'must hold two keys at most'),
);
const origins = v.pipe(v.array(v.string()), v.minLength(1, 'must hold an origin'));
const entry = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^p_[\w-]{1,40}$/, 'must be p_ and up to 40 letters, digits, - or _')),
  name: v.union(
    [
      v.pipe(
        name,
        v.transform((all): Texts => ({ en: all })),
      ),
      v.strictObject({ en: name, ...otherNames }),
    ],
    `must be a name, or names by language: en, and any of ${Object.keys(otherNames).join(', ')}`,
  ),
  secret: v.optional(secret),
  keys: v.optional(keys),
  origins,
  test: v.optional(v.strictObject({ keys, origins: v.optional(origins) })),
  features: v.optional(
    v.pipe(
      v.array(v.picklist(all, `must be among ${all.join(', ')}`)),
      v.minLength(1, 'must hold a feature'),
    ),
    all,
  ),
});

/** The demo shop on `port`, whose secret everybody can read here. */
export const demoPartners = (port: number): Partner[] => [
  {
    id: demoPartner,
    name: { en: 'Demo Shop', zh: '示例商店' },
    keys: [{ kid: 'demo', secret: demoSecret }],
    origins: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
    features: all,
  },
];

/** What stands behind a partner's name in test mode. */
const inTestMode: Texts = {
  en: ' (test mode)',
  zh: '（测试）',
  'zh-Hant': '（測試）',
  vi: ' (chế độ thử)',
};

/** What is wrong with an origin, if anything: no wildcard, no path, and https, except on a development machine. */
function wrongOrigin(origin: string, production: boolean): string | undefined {
  if (origin.includes('*')) return 'has a wildcard; name each origin';
  if (!URL.canParse(origin) || new URL(origin).origin !== origin || origin === 'null')
    return 'is not an origin like https://shop.example, in lower case, without a path or a default port';
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:') return;
  if (protocol !== 'http:') return 'must begin with https://';
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return !local || production
    ? 'must begin with https:// (http only for localhost, in development)'
    : undefined;
}

/**
 * Reads PARTNERS: a JSON list of `{id, name, secret | keys: [{kid, secret}], origins, features?, test?: {keys, origins?}}`. A gateway in
 * test mode knows those that have `test`, by the keys there, and no other secret. Says what is wrong in `mistakes`.
 */
export function readPartners(
  text: string,
  mistakes: string[],
  { production, testMode }: { production: boolean; testMode: boolean },
): Partner[] {
  const wrong = (what: string) => {
    mistakes.push(`PARTNERS: ${what}`);
    return [];
  };
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return wrong('is not JSON');
  }
  if (!Array.isArray(list)) return wrong('must be a JSON list');
  const partners = list.flatMap((one, index): Partner[] => {
    const { success, output, issues } = v.safeParse(entry, one);
    if (success) {
      const { secret, keys, test, ...partner } = output;
      if ((secret && keys) || (!secret && !keys && !testMode))
        return wrong(`${output.id}: must have a secret, or keys`);
      const live = keys ?? [{ kid: 'secret', secret: secret ?? '' }];
      if (test?.keys.some((one) => live.some((other) => other.secret === one.secret)))
        return wrong(`${output.id}: a key of test mode must not be a live one`);
      if (!testMode) return [{ ...partner, keys: live }];
      const name: Texts = { ...partner.name };
      for (const [locale, text] of Object.entries(name))
        name[locale as Locale] = `${text}${inTestMode[locale as Locale] ?? inTestMode.en}`;
      return test ? [{ ...partner, name, keys: test.keys, origins: test.origins ?? partner.origins }] : [];
    }
    for (const issue of issues)
      wrong(`number ${index + 1}, ${v.getDotPath(issue) ?? 'entry'}: ${issue.message}`);
    return [];
  });
  for (const { id, origins, keys } of partners) {
    if (partners.filter((one) => one.id === id).length > 1) wrong(`${id} is there twice`);
    if (production && keys.some(({ secret }) => secret === demoSecret))
      wrong(`${id}: the secret must be one of your own`);
    if (new Set(keys.map(({ kid }) => kid)).size < keys.length) wrong(`${id}: two keys have the same kid`);
    for (const origin of origins) {
      const problem = wrongOrigin(origin, production && !testMode);
      if (problem) wrong(`${id}: ${origin} ${problem}`);
    }
  }
  return partners;
}
