import * as v from 'valibot';
import { type EmbedFeature, type EmbedScope, embedFeatures } from '../../contract/embed/features';
import type { PartnerMode } from '../../contract/embed/partners';
import { type Locale, localeNames, type Texts } from '../../contract/wire/locale';
import { kindOf, wrongOrigin } from './partner-origins';

/** A site whose pages may contain our features. */
export interface Partner {
  /** Public: it is in the partner's pages, and in the address of the frame document. */
  id: string;
  /** Its name for members; the secure document shows it. */
  name: Texts;
  /** Each key signs requests of the partner's server; there are two during a rotation. */
  keys: PartnerKey[];
  /** `https://shop.example`, exactly as browsers send it; in test mode also with a wildcard (`partner-origins.ts`). */
  origins: string[];
  features: EmbedFeature[];
  /** The maximum scopes of its tokens; absent: all scopes of its features. */
  scopes?: EmbedScope[];
  /** Not live yet: there are no live keys. */
  waiting?: true;
  /** Hash of its logo's bytes, part of the logo's address; absent: it has none. */
  logo?: string;
}

/** A partner of PARTNERS, which is imported into the database. */
export interface GivenPartner extends Pick<Partner, 'id' | 'name' | 'features'> {
  live: Pick<Partner, 'keys' | 'origins'>;
  test: Pick<Partner, 'keys' | 'origins'> | undefined;
}

interface PartnerKey {
  /** The name of the key in the console, for instance beside its last use. */
  kid: string;
  secret: string;
  /** The mode for which it signs; a development machine accepts both. */
  mode?: PartnerMode;
}

const all = Object.keys(embedFeatures) as EmbedFeature[];
export const demoPartner = 'p_demo';
const demoSecret = 'dev-partner-secret-of-the-demo-shop';

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60));
const otherNames = v.entriesFromList(
  localeNames.filter((locale) => locale !== 'en'),
  v.optional(name),
);
const secret = v.pipe(
  v.string(),
  v.minLength(32, 'must have at least 32 characters'),
  v.check((value) => new Set(value).size >= 8, 'must have at least 8 different characters'),
);
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

/** The demo shop on `port`, whose secret is public. */
export const demoPartners = (port: number): GivenPartner[] => [
  {
    id: demoPartner,
    name: { en: 'Demo Shop', zh: '示例商店' },
    features: all,
    live: {
      keys: [{ kid: 'demo', secret: demoSecret }],
      origins: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
    },
    test: undefined,
  },
];

/** The suffix of a partner's name in test mode. */
const inTestMode: Texts = {
  en: ' (test mode)',
  zh: '（测试）',
  'zh-Hant': '（測試）',
  vi: ' (chế độ thử)',
};

/** Marks a partner's name as test mode. */
export const inTest = (name: Texts): Texts =>
  Object.fromEntries(
    Object.entries(name).map(([locale, text]) => [
      locale,
      `${text}${inTestMode[locale as Locale] ?? inTestMode.en}`,
    ]),
  ) as Texts;

interface Mistakes {
  /** Errors that stop the start. */
  mistakes: string[];
  /** Entries that are left out: an invalid origin does not block the other partners' pages. */
  problems: string[];
}
type How = { production: boolean; testMode: boolean };

/**
 * Parses PARTNERS: a JSON list of `{id, name, secret | keys: [{kid, secret}], origins, features?, test?: {keys, origins?}}`, which is
 * imported into the database. Adds errors to `mistakes` and `problems`.
 */
export function readGivenPartners(
  text: string,
  { mistakes, problems }: Mistakes,
  { production, testMode }: How,
): GivenPartner[] {
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
  const listed = (id: string, origins: string[], test: boolean) =>
    origins.filter((origin) => {
      const where = { kind: kindOf(origin), test, local: test || !production };
      const problem = wrongOrigin(origin, where);
      if (problem) problems.push(`PARTNERS: ${id}: ${origin} ${problem}`);
      return !problem;
    });
  const partners = list.flatMap((one, index): GivenPartner[] => {
    const { success, output, issues } = v.safeParse(entry, one);
    if (success) {
      const { id, name, features, secret, keys, origins, test } = output;
      if ((secret && keys) || (!secret && !keys && !testMode))
        return wrong(`${id}: must have a secret, or keys`);
      const live = keys ?? (secret ? [{ kid: 'secret', secret }] : []);
      if (test?.keys.some((one) => live.some((other) => other.secret === one.secret)))
        return wrong(`${id}: a key of test mode must not be a live one`);
      const liveOrigins = listed(id, origins, testMode);
      return [
        {
          id,
          name,
          features,
          live: { keys: live, origins: liveOrigins },
          test: test && {
            keys: test.keys,
            origins: test.origins ? listed(id, test.origins, true) : liveOrigins,
          },
        },
      ];
    }
    for (const issue of issues)
      wrong(`number ${index + 1}, ${v.getDotPath(issue) ?? 'entry'}: ${issue.message}`);
    return [];
  });
  for (const { id, live, test } of partners) {
    if (partners.filter((one) => one.id === id).length > 1) wrong(`${id} is there twice`);
    for (const { keys } of [live, ...(test ? [test] : [])]) {
      if (production && keys.some(({ secret }) => secret === demoSecret))
        wrong(`${id}: the secret must be one of your own`);
      if (new Set(keys.map(({ kid }) => kid)).size < keys.length) wrong(`${id}: two keys have the same kid`);
    }
  }
  return partners;
}

/** The partners of PARTNERS before the gateway has read the database: in test mode those with `test`. */
export const firstPartners = (given: readonly GivenPartner[], testMode: boolean): Partner[] =>
  given.flatMap(({ id, name, features, live, test }) => {
    const mode = testMode ? test : live;
    return mode ? [{ id, name: testMode ? inTest(name) : name, features, ...mode }] : [];
  });
