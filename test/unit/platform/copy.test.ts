import { Window } from 'happy-dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { copy } from '../../../src/platform/browser/copy';

/** A page on which copying the old way, and the new, goes as said; answers what was copied and by which. */
function open(old: boolean | 'throws', clipboard?: 'takes' | 'refuses') {
  const { document } = new Window({ url: 'http://app.test' });
  const copied: string[] = [];
  const execCommand = () => {
    if (old === 'throws') throw new Error('not here');
    const { value } = document.querySelector('textarea') as unknown as HTMLTextAreaElement;
    if (old) copied.push(`old: ${value}`);
    return old;
  };
  Object.assign(document, { execCommand });
  Object.assign(globalThis, { document });
  const writeText = async (text: string) => {
    if (clipboard === 'refuses') throw new Error('NotAllowedError');
    copied.push(`new: ${text}`);
  };
  const navigator = clipboard ? { clipboard: { writeText } } : {};
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  return { copied, document };
}

test('inside WeChat a text is copied within the tap, and nothing is left in the page', async () => {
  const { copied, document } = open(true, 'refuses');
  const done = copy('AB12');
  assert.equal(copied, ['old: AB12'], 'before anything is waited for');
  assert.is(await done, true);
  assert.is(document.querySelector('textarea'), null);
});

test('a browser without the old method copies with the new one; without both, a failure is shown', async () => {
  for (const old of [false, 'throws'] as const) {
    const { copied } = open(old, 'takes');
    assert.is(await copy('AB12'), true);
    assert.equal(copied, ['new: AB12']);
    open(old, 'refuses');
    assert.is(await copy('AB12'), false);
    open(old);
    assert.is(await copy('AB12'), false);
  }
});

test.run();
