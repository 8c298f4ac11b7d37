import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  markPure,
  phoneContract,
  pureContract,
  withoutGatewayOptions,
} from '../../../tools/build/plugins/pure-contract.mjs';
import { bundleText } from './bundle-text';

const pure = '/* @__PURE__ */ ';

test('every call that a module makes while it is loaded is marked, those within its functions are not', () => {
  assert.is(
    markPure('const a = v.pipe(v.string(), v.trim());\nconst f = (x) => v.check(x);'),
    `const a = ${pure}v.pipe(${pure}v.string(), ${pure}v.trim());\nconst f = (x) => v.check(x);`,
  );
});

test('how a rule is written does not matter', () => {
  assert.is(markPure('const a = v\n  .pipe(\n  b())'), `const a = ${pure}v\n  .pipe(\n  ${pure}b())`);
  assert.is(markPure('const text = "call(1)"; // call(2)'), 'const text = "call(1)"; // call(2)');
});

test('a screen carries the rules that it uses, and no others', async () => {
  const text = await bundleText("export { money } from './src/contract/rules/fields'", [pureContract]);
  assert.match(text, 'notZero');
  assert.not.match(text, 'opening'); // of a bank card
  const without = await bundleText("export { money } from './src/contract/rules/fields'", []);
  assert.ok(text.length < without.length / 2, `${text.length} of ${without.length}`);
});

test('a declared call that nobody sends is left out', async () => {
  const text = await bundleText("export { taskStat } from './src/contract/buying/devices'", [pureContract]);
  assert.match(text, 'msTaskMobile/stat');
  assert.not.match(text, 'msTaskMobile/updateState');
});

test('a phone does not load the properties of a call that only the gateway reads', async () => {
  assert.is(
    withoutGatewayOptions(
      "const a = call('b/c', { guard: 'anyone', once: true, embed: { scopes: 'every' } });",
    ),
    "const a = call('b/c', {once: true});",
  );
  const entry = "export { applyWithdrawal, listWithdrawals } from './src/contract/money/wallet'";
  const phone = await bundleText(entry, [phoneContract]);
  for (const kept of ['txWithdraw/apply', 'withdraw-submitted', 'once', 'offline']) assert.match(phone, kept);
  for (const left of ['withdraw:prepare', 'wallet:read', 'holder']) assert.not.match(phone, left);
  assert.match(await bundleText(entry, [pureContract]), 'withdraw:prepare');
});

test.run();
