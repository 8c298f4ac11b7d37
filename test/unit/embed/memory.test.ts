import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMemory, createNav } from '../../../src/embed/runtime/memory';
import * as devices from '../../../src/features/devices/routes';
import * as store from '../../../src/features/store/routes';

function open(start?: string) {
  const moves: string[] = [];
  const left: string[] = [];
  const own = [devices.list.path, devices.machines.path, devices.earnings.path];
  const owns = (path: string) => own.includes(path);
  const memory = createMemory(
    {
      first: `/${own[0]}`,
      owns,
      moved: (route, replace) => moves.push(`${route}${replace ? ' instead' : ''}`),
      lost: (route) => moves.push(`no ${route}`),
    },
    start,
  );
  const nav = createNav(memory, owns, 'https://ours.test', (url) => left.push(url));
  return { memory, nav, moves, left, at: () => memory.location.peek().url };
}

test('an embed begins with its first screen, or with the route that it is given if that is one of its own', () => {
  assert.is(open().at(), '/pages/tabbar/index');
  assert.is(open('/pages/list/equList?serialNumber=1').at(), '/pages/list/equList?serialNumber=1');
  assert.is(open('/pages/mine/balance').at(), '/pages/tabbar/index');
  assert.is(open('//evil.test/%').at(), '/pages/tabbar/index');
});

test('an embed stacks its own screens and goes back through them; the page learns the current one', () => {
  const { nav, at, moves } = open();
  assert.is(nav.canBack(), false);
  nav.go(devices.machines, { serialNumber: 'CP1' });
  nav.go(devices.earnings, {}, { replace: true });
  assert.is(at(), '/pages/list/earnings');
  assert.is(nav.canBack(), true);
  nav.back();
  assert.is(at(), '/pages/tabbar/index');
  nav.back();
  assert.is(at(), '/pages/tabbar/index');
  assert.equal(moves.slice(0, 3), [
    '/pages/list/equList?serialNumber=CP1',
    '/pages/list/earnings instead',
    '/pages/tabbar/index',
  ]);
});

test('layers above a screen are closed by going elsewhere, and by going back', () => {
  const { nav, memory } = open();
  let closed = 0;
  const { cover } = memory.location.peek();
  cover(() => closed++);
  nav.go(devices.machines, { serialNumber: 'CP1' });
  assert.is(closed, 1);
  cover(() => closed++)();
  cover(() => closed++);
  nav.back();
  assert.is(closed, 2);
});

test('a link has the full page’s address, and stays inside when it is pressed if it can', () => {
  const { nav, at, left } = open();
  const inside = nav.link(devices.machines, { serialNumber: 'CP1' });
  const outside = nav.link(store.home, {});
  assert.is(inside.href, 'https://ours.test/#/pages/list/equList?serialNumber=CP1');
  assert.is(outside.href, 'https://ours.test/#/pages/tabbar/home');
  assert.is(outside.onClick, undefined);
  let prevented = 0;
  const press = (more = {}) => inside.onClick!({ preventDefault: () => prevented++, ...more });
  press({ ctrlKey: true });
  assert.is(at(), '/pages/tabbar/index');
  press();
  assert.is(at(), '/pages/list/equList?serialNumber=CP1');
  assert.is(prevented, 1);
  nav.go(store.home, {});
  assert.equal(left, ['https://ours.test/#/pages/tabbar/home']);
});

test('screens that the token does not allow are not linked', () => {
  const { memory } = open();
  const own = (path: string) => path === devices.machines.path;
  const nav = createNav(memory, own, 'https://ours.test', () => {}, own);
  assert.is(nav.link(devices.machines, { serialNumber: 'CP1' }).hidden, true);
  assert.is(nav.link(devices.list, {}).hidden, undefined);
});

test.run();
