import { act } from 'preact/test-utils';
import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCovers } from '../../../src/core/navigation/covers';
import { LocationContext } from '../../../src/core/navigation/location';
import { Sheet } from '../../../src/ui/feedback/sheet';
import { button, document, one, open, press } from './open';

/** A screen with a button that opens a sheet, whose button opens another in its place, and what Back does there. */
async function visit({ stubborn = false } = {}) {
  const covers = createCovers();
  function Screen() {
    const [shown, show] = useState<'first' | 'second'>();
    return (
      <LocationContext.Provider value={{ cover: covers.add } as never}>
        <main data-screen="here" tabIndex={-1}>
          {!shown && (
            <button type="button" onClick={() => show('first')}>
              Open
            </button>
          )}
          <Sheet open={shown === 'first'} title="First" onClose={() => !stubborn && show(undefined)}>
            <button type="button" onClick={() => show('second')}>
              Next
            </button>
          </Sheet>
          <Sheet open={shown === 'second'} title="Second" onClose={() => show(undefined)}>
            <form>
              <input name="pin" />
            </form>
          </Sheet>
        </main>
      </LocationContext.Provider>
    );
  }
  await open(<Screen />);
  await press(button('Open'));
  return { covers, back: () => act(() => covers.closeTo(covers.count - 1)) };
}
const sheets = () => document.querySelectorAll('dialog').length;

test('Back closes a sheet, and there is nothing left to go back through', async () => {
  const { covers, back } = await visit();
  assert.equal([sheets(), covers.count], [1, 1]);
  await back();
  assert.equal([sheets(), covers.count], [0, 0]);
});

test('a sheet that is closed by its button is none for Back any more', async () => {
  const { covers } = await visit();
  await press(button('Close'));
  assert.equal([sheets(), covers.count], [0, 0]);
});

test('a sheet that Back has closed takes none with it that was opened after it', async () => {
  const covers = createCovers();
  const closed = covers.add(() => {});
  covers.closeTo(0);
  covers.add(() => {});
  closed();
  assert.is(covers.count, 1);
});

test('a dialog that refuses to close stays for the next Back', async () => {
  const { covers, back } = await visit({ stubborn: true });
  await back();
  assert.equal([sheets(), covers.count], [1, 1]);
});

test('the second sheet has the focus in its first field, and gives it back to the screen', async () => {
  const { covers } = await visit();
  await press(button('Next'));
  assert.equal([sheets(), covers.count], [1, 1]);
  assert.is(document.activeElement, one('input'));
  await press(button('Close'));
  assert.is(document.activeElement, one('[data-screen]'));
});

test.run();
