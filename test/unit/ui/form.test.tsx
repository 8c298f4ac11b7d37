import { act } from 'preact/test-utils';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { fields, username, verificationCode, withdrawal } from '../../../src/contract/rules/fields';
import { added } from '../../../src/contract/wire/call';
import type { App } from '../../../src/core/app';
import { useForm } from '../../../src/core/form/form';
import type { Send } from '../../../src/core/http/answer';
import { route } from '../../../src/core/navigation/route';
import { screen } from '../../../src/core/navigation/screen';
import { CodeField } from '../../../src/ui/field/code-field';
import { FormView } from '../../../src/ui/field/form';
import { cleanMoney, MoneyField, toFen } from '../../../src/ui/field/money-field';
import { StepperField } from '../../../src/ui/field/stepper-field';
import { TextField } from '../../../src/ui/field/text-field';
import { button, document, one, open, press, submit, type, until } from './open';

const test = suite('form');
const rules = fields({
  account: username,
  amount: withdrawal(1_234_50),
  code: verificationCode,
  pieces: v.optional(v.number()),
});
const call = added<typeof rules, object>('test/form');
const codes: (number | undefined)[] = [];

function Sample({ initial = {} }: { initial?: Partial<v.InferInput<typeof rules>> }) {
  const form = useForm({ call, rules, initial, done() {} });
  return (
    <FormView of={form} send="Submit">
      <TextField of={form} name="account" label="Payout account" />
      <MoneyField of={form} name="amount" label="Amount" all={1_234_50} />
      <CodeField of={form} name="code" label="Verification code" send={async () => codes.shift()} />
      <StepperField of={form} name="pieces" label="Pieces" min={1} max={3} />
    </FormView>
  );
}
const input = (name: string) => one<HTMLInputElement>(`input[name=${name}]`);
const good = { account: 'demo', amount: 100_00, code: '123456' };

test('money is typed in yuan and kept in fen, without a float in between', () => {
  assert.is(toFen(cleanMoney('1.15')), 115);
  assert.is(toFen(cleanMoney('0.07')), 7);
  assert.is(toFen(cleanMoney('12.')), 1200);
  assert.is(toFen(cleanMoney('')), undefined);
  assert.is(cleanMoney('12a.3456'), '12.34');
  assert.is(cleanMoney('12。5'), '12.5');
  assert.is(cleanMoney('.5'), '0.5');
  assert.is(cleanMoney('007'), '7');
});

test('an amount shows what was typed, and "all" takes everything there is', async () => {
  await open(<Sample />);
  const amount = one<HTMLInputElement>('input[name=amount]');
  await type(amount, '12.');
  assert.is(amount.value, '12.');
  await type(amount, '12.345');
  assert.is(amount.value, '12.34');
  await press(button('All'));
  assert.is(amount.value, '1234.50');
});

test('a refused submit says in yuan what is wrong and focuses the first field with a problem', async () => {
  const sent: unknown[] = [];
  await open(<Sample initial={{ ...good, amount: 99_99 }} />, (async (_, input) => sent.push(input)) as Send);
  await submit();
  const amount = one<HTMLInputElement>('input[name=amount]');
  assert.is(document.activeElement, amount);
  assert.is(amount.getAttribute('aria-invalid'), 'true');
  const note = one(`[id="${amount.getAttribute('aria-describedby')}"]`);
  assert.is(note.textContent, 'At least ¥100.00');
  assert.equal(sent, []);
});

const part = screen(route('part/rules', { title: 'common.app' }), async () => ({ default: rules }));
function Late() {
  const form = useForm({ call, rules: part, initial: { ...good, amount: 99_99 }, done() {} });
  return (
    <FormView of={form} send="Submit">
      <MoneyField of={form} name="amount" label="Amount" all={1_234_50} />
    </FormView>
  );
}

test('a form that is sent before its rules are there waits for them, and is held to them', async () => {
  const sent: unknown[] = [];
  let come: (rules: unknown) => void = () => {};
  await open(<Late />, (async (_, input) => sent.push(input)) as Send, {
    bring: () => new Promise((settle) => (come = settle as typeof come)),
  });
  await submit();
  assert.is(button('Submit').getAttribute('aria-busy'), 'true');
  come(rules);
  await until(() => !!document.querySelector('[aria-invalid=true]'));
  assert.is(document.activeElement, input('amount'));
  assert.is(button('Submit').getAttribute('aria-busy'), null);
  assert.equal(sent, []);
});

test('a field that is left while the rules cannot be loaded is not judged', async () => {
  const failures: unknown[] = [];
  const fail = (error: unknown) => failures.push(error);
  process.on('unhandledRejection', fail);
  await open(<Late />, undefined, { bring: (async () => undefined) as App['bring'] });
  await act(() => void input('amount').dispatchEvent(new Event('focusout', { bubbles: true })));
  await new Promise((settle) => setTimeout(settle, 400)); // longer than a tap
  process.off('unhandledRejection', fail);
  assert.equal([failures, input('amount').hasAttribute('aria-invalid')], [[], false]);
});

test('a form whose rules cannot be loaded says so, and asks for them again when it is sent again', async () => {
  const answers: unknown[] = [undefined, undefined, rules];
  await open(<Late />, undefined, { bring: (async () => answers.shift()) as App['bring'] });
  await submit();
  await until(() => /network|connection/i.test(document.querySelector('[role=alert]')?.textContent ?? ''));
  await submit();
  await until(() => !!document.querySelector('[aria-invalid=true]'));
});

test('a field that is left with something wrong says so, and one that was never filled in does not', async () => {
  await open(<Sample initial={{ account: 'demo' }} />);
  const leave = (name: string) =>
    act(() => void input(name).dispatchEvent(new Event('focusout', { bubbles: true })));
  await type(input('code'), '12');
  for (const name of ['amount', 'account', 'code']) leave(name);
  await until(() => input('code').hasAttribute('aria-invalid'));
  assert.equal(
    ['amount', 'account'].map((name) => input(name).hasAttribute('aria-invalid')),
    [false, false],
  );
});

test('a submit that the server refuses by field focuses that field', async () => {
  const answer = { res_code: '5001', message: '', problems: { code: { rule: 'code' } } };
  await open(<Sample initial={good} />, (async () => answer) as Send);
  await submit();
  await until(() => input('code').hasAttribute('aria-invalid'));
  assert.is(document.activeElement, input('code'));
});

test('two taps are one submit, and a refusal keeps what was filled in', async () => {
  let answers = 0;
  let answer: (value: unknown) => void = () => {};
  const send = () => {
    answers++;
    return new Promise((settle) => {
      answer = settle;
    });
  };
  await open(<Sample initial={good} />, send as Send);
  await submit();
  assert.is(button('Submit').getAttribute('aria-busy'), 'true');
  await submit();
  await press(button('Submit'));
  assert.is(answers, 1);
  answer({ res_code: '210002', message: 'Insufficient payable balance!' });
  await until(() => !button('Submit').hasAttribute('aria-busy'));
  assert.is(one('[role=alert]').textContent, 'Insufficient payable balance!');
  assert.is(input('account').value, 'demo');
});

test('a refusal that the screen deals with itself is not shown a second time in the form', async () => {
  const handled: string[] = [];
  function Handling() {
    const refused = ({ res_code, message }: { res_code: string; message: string }) => {
      handled.push(message);
      return res_code === '500';
    };
    const form = useForm({ call, rules, initial: good, done() {}, refused });
    return (
      <FormView of={form} send="Submit">
        <TextField of={form} name="account" label="Payout account" />
      </FormView>
    );
  }
  const answers = [
    { res_code: '500', message: 'Somebody else has changed it' },
    { res_code: '5001', message: 'Not now' },
  ];
  await open(<Handling />, (async () => answers.shift()) as Send);
  await submit();
  await until(() => handled.length === 1 && !button('Submit').hasAttribute('aria-busy'));
  assert.is(document.querySelector('[role=alert]'), null);
  await submit();
  await until(() => document.querySelector('[role=alert]')?.textContent === 'Not now');
  assert.equal(handled, ['Somebody else has changed it', 'Not now']);
});

test('a code can be asked for again when the wait is over, or at once if it was not sent', async () => {
  codes.push(undefined, 1);
  await open(<Sample />);
  await press(button('Get code'));
  assert.not(button('Get code').disabled);
  await press(button('Get code'));
  assert.ok(button('1 s').disabled);
  await until(() => !!document.body.textContent?.includes('Get code'));
  assert.not(button('Get code').disabled);
});

test('a code is digits, six of them', async () => {
  await open(<Sample />);
  await type(input('code'), '12 34-567');
  assert.is(input('code').value, '123456');
});

test('a stepper stops at its bounds, by button and typed', async () => {
  await open(<Sample />);
  const pieces = one<HTMLInputElement>('input[inputmode=numeric]:not([name])');
  assert.ok(button('Decrease').disabled);
  await press(button('Increase'));
  await press(button('Increase'));
  assert.is(pieces.value, '3');
  assert.ok(button('Increase').disabled);
  await type(pieces, '9');
  pieces.focus();
  pieces.blur();
  await until(() => pieces.value === '3');
});

test('every label belongs to its input', async () => {
  await open(<Sample />);
  for (const label of document.querySelectorAll('label')) assert.ok(document.getElementById(label.htmlFor));
});

test.run();
