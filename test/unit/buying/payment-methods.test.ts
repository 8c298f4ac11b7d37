import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isOnline, paymentMethods } from '../../../src/contract/buying/payment-methods';
import { withoutProviders } from '../../../src/server/settings/quiet';

const names = Object.keys(paymentMethods);
const online = names.filter(isOnline);

const table = 'src/contract/buying/payment-methods.ts';
/** Files besides the table that name more than half of the methods, or each with a provider, and why they cannot derive it. */
const places = [
  table,
  'src/server/payments/providers.ts', // who takes the money
  'src/server/settings/payments.ts', // the accounts there
  'src/server/seed/orders.ts', // what demo members have bought, and how
  'src/server/reconciliation/read-report.ts', // how each writes its report
  'src/features/orders/pay/method-rows.tsx', // an icon of each; the type asks for a new one's
];

const files = ['src', 'tools'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.(tsx?|m?js|json|html)$/.test(file)),
);
/** How many of some names a file has as words of their own: as a key, in quotes, in a list. */
const named = (text: string, of: string[]) =>
  of.filter((name) => new RegExp(`(^|['"\\s,{|])${name}(['":,]|$)`, 'm').test(text)).length;

test('nothing else lists the payment methods: what there is of each follows from the table', () => {
  const listing = files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return named(text, names) > names.length / 2 || named(text, online) === online.length;
  });
  assert.equal(listing.filter((file) => !places.includes(file)).sort(), []);
});

test('each has its name in both languages, and no other has one', () => {
  for (const locale of ['en', 'zh']) {
    const { ways } = JSON.parse(readFileSync(`i18n/${locale}/orders.json`, 'utf8'));
    assert.equal(Object.keys(ways).sort(), [...names].sort(), locale);
  }
});

test('docs/settings.md names them all', () => {
  assert.match(readFileSync('docs/settings.md', 'utf8'), `\`${names.join(' ')}\``);
});

test('a method that is no payment method does not go through a provider', () => {
  for (const other of ['', 'cash', 'constructor', '__proto__']) assert.not(isOnline(other));
});

test('a copy of the data without providers keeps no setting of a payment provider', () => {
  const source = readFileSync('src/server/settings/payments.ts', 'utf8');
  const names = [...source.matchAll(/'([A-Z]+_[A-Z0-9_]+)'/g)].map(([, name = '']) => name);
  const own = names.filter((name) => !name.startsWith('WAYS_'));
  assert.ok(own.includes('STRIPE_SECRET_KEY'));
  assert.equal(withoutProviders(Object.fromEntries(own.map((name) => [name, 'x']))), {});
});

test.run();
