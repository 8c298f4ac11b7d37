import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** The layers that each layer may import. Anything not listed here is forbidden. */
const mayImport: Record<string, string[]> = {
  contract: [],
  core: ['contract'],
  platform: ['core'],
  ui: ['contract', 'core'],
  features: ['contract', 'core', 'ui'],
  shell: ['contract', 'core', 'ui', 'platform', 'features'],
  embed: ['contract', 'core', 'ui', 'platform', 'features'],
  server: ['contract', 'partner'],
  partner: ['embed'],
  secure: [],
  watch: ['features'],
  desk: ['contract', 'ui'],
  console: ['contract', 'ui'],
  'mini-program': ['contract'],
};

const lazyLoaders =
  /(features\/[^/]+\/screens|platform\/detect|shell\/(main|http)|embed\/(loader\/chunks|frame\/child))\.tsx?$/;
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);
const read = (file: string) => readFileSync(join('src', file), 'utf8');

/** The code in these folders, by path. */
const codeIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => /\.(tsx?|m?js)$/.test(file)),
  );

interface Edge {
  file: string;
  lazy: boolean;
  types: boolean;
  to: string;
}

const edges: Edge[] = files.flatMap((file) =>
  [...read(file).matchAll(/(import type [^;]*?from |from |import |import\()\s*['"`](\.[^'"`]+)['"`]/g)].map(
    ([, how, path]) => ({
      file,
      lazy: how === 'import(',
      types: how!.startsWith('import type'),
      to: normalize(join(dirname(file), path!)),
    }),
  ),
);

const withoutComments = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
const layer = (file: string) => file.split('/')[0]!;
const folder = (file: string) => file.split('/')[1];
const broken = (rule: (edge: Edge) => boolean) =>
  edges.filter((edge) => !rule(edge)).map(({ file, to }) => `${file} → ${to}`);

test('the test itself sees the imports', () => {
  assert.ok(edges.length > 200);
  assert.ok(edges.some(({ lazy }) => lazy));
});

test('imports go down the layers only', () => {
  const down = ({ file, to }: Edge) =>
    to.startsWith('../i18n') || layer(file) === layer(to) || mayImport[layer(file)]!.includes(layer(to));
  assert.equal(broken(down), []);
});

test('one feature knows of another its routes only', () => {
  const atTheDoor = ({ file, to }: Edge) =>
    layer(file) !== 'features' ||
    layer(to) !== 'features' ||
    folder(file) === folder(to) ||
    to.endsWith('/routes');
  assert.equal(broken(atTheDoor), []);
});

test('pages and embeds reach a feature by its routes and its screens only', () => {
  const atTheDoor = ({ file, to }: Edge) =>
    !/^(shell|embed)/.test(file) || layer(to) !== 'features' || /\/(routes|screens)$/.test(to);
  assert.equal(broken(atTheDoor), []);
});

test('the document in which support watches uses of the features only how a live picture is shown', () => {
  const shown = /^features\/devices\/live\/(connection|engine|media-source|web-codecs|player)$/;
  assert.equal(
    broken(({ file, to }) => layer(file) !== 'watch' || shown.test(to)),
    [],
  );
});

test('only lists of screens, the platform check and the entries load anything lazily', () => {
  assert.equal(
    broken(({ file, lazy }) => !lazy || lazyLoaders.test(file)),
    [],
  );
});

test('only a modal opens a dialog: so Back closes each of them', () => {
  const others = [
    'embed/runtime/secure.ts', // in a partner's page, whose history is not ours
  ];
  const opening = files.filter(
    (file) =>
      !/^(server|mini-program)\//.test(file) &&
      /<dialog\b|\.showModal\(|createElement\('dialog'\)/.test(withoutComments(file)),
  );
  assert.equal(opening.sort(), [...others, 'ui/feedback/modal.tsx'].sort());
});

test('failures are narrowed in one place, and an action that runs once uses one lock', () => {
  const of = (pattern: RegExp) =>
    files.filter((file) => /^(core|ui|features)\//.test(file) && pattern.test(withoutComments(file))).sort();
  assert.equal(of(/instanceof Failure\b/), [
    'core/http/failure.ts',
    'core/http/fetch-file.ts', // a stream that breaks throws what it likes
    'features/orders/pay/not-placed.tsx', // tells a failure from what else may have become of an order
  ]);
  assert.equal(of(/\bsetBusy\(true\)/), [
    'core/form/form.ts', // a form is busy while it is checked, too
    'features/dev/gallery-form.tsx', // shows one
    'features/notices/system-msg.tsx', // several messages may be marked as read at once
    'features/orders/pay/use-payment.ts', // asking again ends the asking before
    'ui/feedback/pull.tsx', // the finger is asked whether it is busy
    'ui/field/code-field.tsx', // is part of signing in, which has no bytes for the lock
    'ui/layout/language-switch.tsx', // the same
  ]);
});

test('a request key is core’s: a feature makes one only for what outlives its screen', () => {
  const of = (pattern: RegExp, layers = /^(core|ui|features)\//) =>
    files.filter((file) => layers.test(file) && pattern.test(withoutComments(file))).sort();
  assert.equal(of(/newKey\(/, /^features\//), [
    'features/orders/pay/place-order.ts', // asks later what has become of it
    'features/support/conversation/conversation.ts', // keeps what is not sent yet
  ]);
  assert.equal(of(/requestKey/i, /^(ui|features|shell|platform)\//), []);
  assert.equal(of(/\buuid\b(?!:)/), ['core/http/request-key.ts', 'core/http/sign-envelope.ts']);
});

test('screens use nothing of an event that React alone gives it: embeds have the browser’s own', () => {
  const reacts =
    /\bnativeEvent\b|\bis(DefaultPrevented|PropagationStopped)\b|\.persist\(\)|\bon(DoubleClick|BeforeInput|Composition)/;
  assert.equal(
    files.filter((file) => /^(core|ui|features)\//.test(file) && reacts.test(read(file))),
    [],
  );
});

test('the loader of embeds, and what it loads for frames, is made of nothing but itself', () => {
  const own =
    /^(embed\/((loader|frame)\/[\w-]+|api|host|frame-protocol)|contract\/wire\/locale)\.ts$|^..\/i18n\/locales\.json/;
  assert.equal(
    broken(({ file, to, types }) => !own.test(file) || types || own.test(`${to}.ts`)),
    [],
  );
});

test('an embed leaves nothing in a page, and takes nothing for granted there', () => {
  const all = [...files.filter((file) => /^(embed|platform\/host)/.test(file)), 'embed/runtime/embed.css'];
  const never =
    /(local|session)Storage|indexedDB|document\.cookie|innerHTML|window\.open|history\.|\d+(\.\d+)?rem\b|setInterval/;
  const words = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  assert.equal(
    all.filter((file) => never.test(words(file))),
    [
      'embed/loader/leave.ts', // opens a tab, and looks whether it did
      'embed/runtime/secure.ts', // opens one where a frame is refused
      'platform/host/host.ts', // opens a window for a page on which one pays
    ],
  );
});

test('nothing imports in a circle', () => {
  const next = new Map<string, string[]>();
  const real = (to: string) => [to, `${to}.ts`, `${to}.tsx`].find((name) => files.includes(name));
  for (const { file, to, lazy, types } of edges) {
    const target = real(to);
    if (target && !lazy && !types) next.set(file, [...(next.get(file) ?? []), target]);
  }
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, trail: string[]) => {
    if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    if (done.has(file) || trail.includes(file)) return;
    for (const to of next.get(file) ?? []) walk(to, [...trail, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  assert.equal(circles, []);
});

/**
 * Names that this project once had for standard things, and the standard ones in their place: a stranger should need no
 * dictionary.
 */
const oldNames: Record<string, string> = {
  Asked: 'RequestContext',
  Refusal: 'DomainError',
  TurnedAway: 'RequestRejected',
  turnedAway: 'rejectionCodes',
  Runs: 'Executor',
  Arrival: 'LazyScreen',
  Arrivals: 'LazyScreen',
  Around: 'ScreenFrame',
  Opened: 'ScreenRoute',
  useAgreed: 'useConfirmedMutation',
  aPage: 'pageSize',
  mustWait: 'assertPayable',
  mayUse: 'assertOffered',
  mayExchange: 'assertNotFrozen',
  unseal: 'verifyEnvelope',
  rehearse: 'dryRun',
  Told: 'MessageValues',
  Tellable: 'MemberMessage',
  Way: 'PaymentMethod',
  OfferedWay: 'OfferedMethod',
  patience: 'timeoutMs',
  demand: 'fetchOrThrow',
  deed: 'action',
  deeds: 'actions',
  Deed: 'ActionSpec',
  Rest: 'Deferred',
  createRest: 'createDeferred',
  loadRest: 'loadDeferred',
  restMs: 'pauseMs',
  restAccounts: 'startCoolingOff',
  Late: 'OnDemand',
  createTalk: 'createAiConversation',
  createLine: 'createImConversation',
  useRoom: 'useViewportHeight',
  assertRoom: 'assertQuota',
  containing: 'likePattern',
  useSendTo: 'useDeliveryAddress',
  AnotherWay: 'OtherMethodLink',
  PaymentSaid: 'PaymentOutcome',
  contentShown: 'hasContent',
  setTold: 'setNotification',
  isSettled: 'isFinal',
  sealOf: 'macOf',
  createKeeper: 'createUploadStore',
  reserveRoom: 'reserveQuota',
  releaseRoom: 'releaseQuota',
};

test('nothing has a name of our own where there is a standard one', () => {
  const everywhere = ['src', 'tools', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => /\.(tsx?|m?js)$/.test(file) && !file.endsWith('layers.test.ts')),
  );
  const strings = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;
  const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;
  const names = (text: string) => new Set(text.match(/[A-Za-z_$][\w$]*/g));
  // A comment is English, in which `patience` or `Way` is a word; a name of two words is one there, too.
  const inComment = (name: string) => /[a-z][A-Z]/.test(name);
  const found = everywhere.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const inCode = names(text.replace(comments, ' ').replace(strings, ' '));
    const all = names(text);
    return Object.entries(oldNames)
      .filter(([name]) => (file.startsWith('src') && inCode.has(name)) || (inComment(name) && all.has(name)))
      .map(([name, standard]) => `${file}: ${name}, say ${standard}`);
  });
  assert.equal(found, []);
  assert.ok(
    everywhere.some((file) => names(readFileSync(file, 'utf8')).has('pageSize')),
    'the test sees names',
  );
});

test('there are no barrels and no drawers', () => {
  assert.equal(
    files.filter((file) => /(^|\/)(index\.tsx?$|(utils|helpers|hooks|types|components)\/)/.test(file)),
    [],
  );
});

test('no file that people write is too long to read', () => {
  const long = codeIn('src', 'tools').filter((file) => {
    const text = readFileSync(file, 'utf8');
    return text.split('\n').length > 300 && !text.startsWith('// Generated ');
  });
  assert.equal(long, []);
});

test('only core/http.ts knows the HTTP library', () => {
  assert.equal(
    files.filter((file) => /from 'ky'/.test(read(file))),
    ['core/http/http.ts'],
  );
});

test('properties, items and attributes are written out, not grouped by a spread', () => {
  const spreads = /\.\.\.\(?\{|\.\.\.\(?\[[^[\]]*\](\s*as const\))?\s*[,)\]]/;
  const written = codeIn('src', 'tools', 'test').filter((file) => !file.endsWith('layers.test.ts'));
  assert.equal(
    written.filter((file) => spreads.test(readFileSync(file, 'utf8'))),
    [],
  );
});

test.run();
