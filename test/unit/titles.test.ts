import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OpenRoute } from '../../src/core/navigation/route';
import { tabs } from '../../src/core/navigation/route';
import { groups, most } from '../../src/features/mine/groups';
import { links as settings } from '../../src/features/mine/settings/settings';
import { links as purchases } from '../../src/features/store/browse/my';
import { cart, goodsClass, home, my } from '../../src/features/store/routes';
import { localeNames } from '../../src/server/kernel/messages';
import { tabPaths } from '../../src/shell/frame/tabs';
import { screens } from '../../src/shell/navigation/screens';
import { parse, toJavaScriptSync, walk } from '../../tools/build/syntax.mjs';

type Syntax = ReturnType<typeof parse>;

type Table = { [key: string]: string | Table };
const flat = (table: Table, path: string): [key: string, words: string][] =>
  Object.entries(table).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}.${key}`, value]] : flat(value, `${path}.${key}`),
  );
const messages = (locale: string) =>
  new Map(
    readdirSync(`i18n/${locale}`).flatMap((file) =>
      flat(JSON.parse(readFileSync(`i18n/${locale}/${file}`, 'utf8')), file.replace('.json', '')),
    ),
  );

interface Link {
  /** The key of its words. */
  label: string;
  path: string;
}

/** The name of a link that names its target: a tab, an icon of a menu, a line of a list. */
const menus: Link[] = [
  ...[...most, ...groups.flatMap(([, all]) => all)].map(([name, , to]) => ({
    label: `mine.links.${name}`,
    path: to.path,
  })),
  ...settings.map(([name, , to]) => ({ label: `settings.links.${name}`, path: to.path })),
  ...purchases.map(([name, to]) => ({ label: `store.my.links.${name}`, path: to.path })),
  ...Object.entries({ home, goodsClass, cart, my }).map(([name, { path }]) => ({
    label: `store.tabs.${name}`,
    path,
  })),
  ...tabs.map((tab) => ({ label: `common.tabs.${tab}`, path: tabPaths[tab] })),
];

/** The routes of all features, by the module that has them. */
const routes = new Map<string, Record<string, OpenRoute>>(
  await Promise.all(
    readdirSync('src/features').map(
      async (feature) =>
        [`src/features/${feature}/routes`, await import(`../../src/features/${feature}/routes.ts`)] as const,
    ),
  ),
);

/** Every `{...nav.link(feature.route, …)}` with the words that stand in the same element. */
function linksIn(file: string): (Link & { element: string })[] {
  const tree: Syntax = parse(toJavaScriptSync(file, readFileSync(file, 'utf8')));
  const imported = new Map<string, string>();
  walk(tree, ({ type, source, specifiers }) => {
    if (type !== 'ImportDeclaration') return;
    const module = join(dirname(file), source.value);
    for (const one of specifiers)
      if (one.type === 'ImportNamespaceSpecifier') imported.set(one.local.name, module);
  });
  const found: (Link & { element: string })[] = [];
  walk(tree, (node) => {
    const [element, props] = node.type === 'CallExpression' ? node.arguments : [];
    if (props?.type !== 'ObjectExpression') return;
    const links: Syntax[] = props.properties.filter((one: Syntax) => one.type === 'SpreadElement');
    const said: Syntax[] = props.properties.filter((one: Syntax) => /^(label|children)$/.test(one.key?.name));
    const [to] = links.flatMap(({ argument }) => firstArguments(argument, 'link'));
    const [label] = said.flatMap(({ value }) => firstArguments(value, 't'));
    if (to?.type !== 'MemberExpression' || typeof label?.value !== 'string') return;
    const screen = routes.get(imported.get(to.object.name) ?? '')?.[to.property.name];
    if (screen) found.push({ element: element.name, label: label.value, path: screen.path });
  });
  return found;
}

/** The first argument of each call of `t(…)` or `….link(…)` in a part of a tree. */
function firstArguments(tree: Syntax, name: string): Syntax[] {
  const found: Syntax[] = [];
  walk(tree, ({ type, callee, arguments: given }) => {
    if (type === 'CallExpression' && (callee.name ?? callee.property?.name) === name) found.push(given[0]);
  });
  return found;
}

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(features|shell|ui).*\.tsx$/.test(file))
  .map((file) => `src/${file}`);
const links = sources.flatMap(linksIn);
/** A line of a list names what it leads to; a button says what one does there. */
const lines = links.filter(({ element }) => element === 'Cell');

/** Lines that are called otherwise than the screen that they lead to, with the reason. */
const exceptions: Record<string, string> = {
  'circle.kept': 'says what is left to do there',
  'goods.setup.link': 'says what can be done there instead',
  'orders.facts.contract': 'a fact of one order, with its state',
  'orders.contract.sign': 'a verb, which is a title elsewhere',
  'orders.topUp': 'what an order is of',
  'orders.ways.remittance': 'a payment method among others',
  'packages.rent': 'a fact of what was bought',
  'packages.renew': 'a verb, which is a title elsewhere',
  'result.order': 'says what can be looked at there',
  'result.usdt': 'says what can be looked at there',
  'profile.password': 'a thing of the member’s, with its state',
  'store.repurchase.title': 'a verb, which is a title elsewhere',
};

const titleOf = new Map(screens.map(({ path, title }) => [path, title as string]));

const english = messages('en');
for (const locale of localeNames) {
  const said = messages(locale);
  const words = (key: string | undefined) => said.get(key ?? '') ?? `nothing for ${key}`;
  const titles = (path: string) => words(titleOf.get(path));

  test(`a menu and a line of a list call a screen as its title does: ${locale}`, () => {
    assert.ok(menus.length > 40 && lines.length > 5, 'links are found');
    const wrong = [...menus, ...lines]
      .filter(({ label }) => !english.has(`${label}.other`)) // a number of things
      .filter(({ label, path }) => words(label) !== titles(path) && !exceptions[label])
      .map(({ label, path }) => `${label} “${words(label)}” leads to ${path} “${titles(path)}”`);
    assert.equal(wrong, []);
  });

  test(`no link has the title of another screen than the one that it leads to: ${locale}`, () => {
    assert.ok(links.length > 80, 'links are found');
    const all = new Set(screens.map(({ path }) => titles(path)));
    const wrong = links
      .filter(
        ({ label, path }) => all.has(words(label)) && words(label) !== titles(path) && !exceptions[label],
      )
      .map(({ label, path }) => `${label} “${words(label)}” leads to ${path} “${titles(path)}”`);
    assert.equal(wrong, []);
  });
}

test('every exception among the names of links is needed', () => {
  const said = messages('en');
  const chinese = messages('zh');
  const needed = [...menus, ...links].filter(({ label, path }) =>
    [said, chinese].some((words) => words.get(label) !== words.get(titleOf.get(path) ?? '')),
  );
  const spare = Object.keys(exceptions).filter((key) => !needed.some(({ label }) => label === key));
  assert.equal(spare, []);
});

test.run();
