import { render as mount } from 'preact';
import { act } from 'preact/test-utils';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { UserInfo } from '../../../src/contract/member/auth';
import { replyWorkOrder } from '../../../src/contract/support/work-orders';
import { replyWorkOrder as rules } from '../../../src/contract/support/work-orders.rules';
import { type App, AppProvider } from '../../../src/core/app';
import { forgetDrafts, useDraft } from '../../../src/core/form/draft';
import { useDraftedForm } from '../../../src/core/form/drafted-form';
import type { Form } from '../../../src/core/form/form';
import { createApp, document } from '../ui/open';

const test = suite('draft');

/** One box that keeps what is typed, in an app that a member is signed in to. Answers what it shows, and how to type. */
function box(app: App, name: string) {
  let type: (value: string | undefined) => void = () => {};
  function Box() {
    const [value, setValue] = useDraft<string>(name);
    type = setValue;
    return <p>{value ?? 'nothing'}</p>;
  }
  const root = document.createElement('div');
  act(() => mount(<AppProvider value={app}>{(<Box />) as never}</AppProvider>, root));
  return {
    shows: () => root.textContent,
    type: (value: string | undefined) => act(() => type(value)),
    leave: () => act(() => mount(null, root)),
  };
}

async function phone() {
  const app = await createApp(async () => ({ res_code: '500', message: '' }));
  const signIn = (userId: string) =>
    app.session.signIn({ token: `of ${userId}`, userInfo: { userId } as UserInfo });
  signIn('dana');
  return { app, signIn, local: app.platform.local };
}

test('a member’s input is there again when they return to the screen', async () => {
  const { app } = await phone();
  const first = box(app, 'question');
  assert.is(first.shows(), 'nothing');
  first.type('Why?');
  assert.is(first.shows(), 'Why?');
  first.leave();
  assert.is(box(app, 'question').shows(), 'Why?');
  assert.is(box(app, 'another').shows(), 'nothing');
});

test('two screens keep their drafts beside each other, and one that is sent is forgotten alone', async () => {
  const { app } = await phone();
  const [one, other] = [box(app, 'one'), box(app, 'other')];
  one.type('first');
  other.type('second');
  one.type(undefined);
  assert.is(box(app, 'one').shows(), 'nothing');
  assert.is(box(app, 'other').shows(), 'second');
});

test('a member never sees the draft of another who uses the same phone', async () => {
  const { app, signIn } = await phone();
  box(app, 'question').type("Dana's");
  signIn('eve');
  const eves = box(app, 'question');
  assert.is(eves.shows(), 'nothing');
  eves.type("Eve's");
  signIn('dana');
  assert.is(box(app, 'question').shows(), "Dana's");
});

test('signing out forgets the drafts of that member, and of nobody else', async () => {
  const { app, signIn, local } = await phone();
  box(app, 'question').type("Dana's");
  signIn('eve');
  box(app, 'question').type("Eve's");
  forgetDrafts(local, 'eve');
  assert.is(box(app, 'question').shows(), 'nothing');
  signIn('dana');
  assert.is(box(app, 'question').shows(), "Dana's");
  forgetDrafts(local, 'dana');
  assert.is(local.get('drafts'), undefined);
});

/** A reply with pictures, as a member leaves it; answers whether it is there again as a draft. */
function reply(
  app: App,
  initial: { text?: string; annex?: string[] },
  left: { annex?: string[]; text?: string },
) {
  let form: Form | undefined;
  function Box() {
    const drafted = useDraftedForm('reply', {
      call: replyWorkOrder,
      rules,
      initial: { id: '1', ...initial },
      done() {},
    });
    form = drafted.form;
    return <p>{drafted.begun ? 'begun' : 'new'}</p>;
  }
  const root = document.createElement('div');
  act(() => mount(<AppProvider value={app}>{(<Box />) as never}</AppProvider>, root));
  for (const [name, value] of Object.entries(left)) act(() => form?.set(name, value));
  act(() => mount(null, root));
  act(() => mount(<AppProvider value={app}>{(<Box />) as never}</AppProvider>, root));
  const kept = root.textContent === 'begun' && form?.values;
  act(() => mount(null, root));
  return kept && { text: kept.text, annex: kept.annex };
}

test('a form is kept once a member has put something into it, also if that is only a picture', async () => {
  const { app } = await phone();
  const empty = { text: '', annex: [] };
  assert.is(reply(app, empty, {}), false);
  assert.is(reply(app, {}, { text: ' ', annex: [] }), false, 'blanks, and no picture');
  assert.equal(reply(app, empty, { annex: ['a'] }), { text: '', annex: ['a'] });
  assert.is(reply(app, empty, empty), false, 'it was taken out again');
  assert.equal(reply(app, { text: 'Hello', annex: ['a'] }, { annex: [] }), { text: 'Hello', annex: [] });
});

test('foreign data in the storage is not a draft', async () => {
  const { app, local } = await phone();
  for (const foreign of ['null', '[1]', '"text"', '{', '7']) {
    local.set('drafts', foreign);
    assert.is(box(app, 'question').shows(), 'nothing');
  }
});

test.run();
