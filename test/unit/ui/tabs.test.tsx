import { useState } from 'react';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Tabs } from '../../../src/ui/layout/tabs';
import { button, one, open, until } from './open';

const test = suite('tabs');
const options = { all: 'All', paid: 'Paid', canceled: 'Canceled' };
type Kind = keyof typeof options;

/** A list of each kind, the kinds that were chosen, and what paints the next frame. */
async function list() {
  const chosen: Kind[] = [];
  function List() {
    const [filter, setFilter] = useState({ kind: 'all' as Kind, sort: 'by name' });
    const choose = (kind: Kind) => {
      chosen.push(kind);
      setFilter({ ...filter, kind });
    };
    return (
      <>
        <Tabs label="Kind" value={filter.kind} options={options} onChange={choose} />
        <button type="button" onClick={() => setFilter({ ...filter, sort: 'by day' })}>
          Sort
        </button>
        <p>{`${filter.kind} ${filter.sort}`}</p>
      </>
    );
  }
  await open(<List />);
  const frames: (() => void)[] = [];
  Object.assign(globalThis, { requestAnimationFrame: (call: () => void) => frames.push(call) });
  const paint = () => {
    for (const call of frames.splice(0)) call();
  };
  const marked = () => one('[aria-selected=true]').textContent;
  return { chosen, marked, paint };
}

test('a tab that is tapped is marked first, and then its list is rendered', async () => {
  const { chosen, marked, paint } = await list();
  button('Paid').click();
  await until(() => marked() === 'Paid');
  assert.equal([one('p').textContent, chosen], ['all by name', []]);
  paint();
  await until(() => one('p').textContent === 'paid by name');
  assert.equal([marked(), chosen], ['Paid', ['paid']]);
});

test('of two tabs that are tapped at once the last one counts', async () => {
  const { marked, paint } = await list();
  button('Paid').click();
  button('Canceled').click();
  paint();
  await until(() => one('p').textContent === 'canceled by name');
  assert.is(marked(), 'Canceled');
});

test('another choice that a member makes before the list of the tab is rendered stays', async () => {
  const { paint } = await list();
  button('Paid').click();
  button('Sort').click();
  await until(() => one('p').textContent === 'all by day');
  paint();
  await until(() => one('p').textContent !== 'all by day');
  assert.is(one('p').textContent, 'paid by day');
});

test.run();
