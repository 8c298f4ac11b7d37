import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { team } from '../../src/contract/member/friends';
import { designs, drawPoster } from '../../src/features/friends/draw-poster';
import * as friends from '../../src/features/friends/routes';
import { reply, visit } from '../support/visit';

const mine = reply(team, {
  inviteCode: 'AB12',
  inviteLink: 'https://app.test/#/pages/login/register?inviteCode=AB12',
  level1: 0,
  level2: 0,
  teamLeaders: 0,
  joinedThisMonth: 0,
  machines: 0,
  invitedThisMonth: 0,
  invitedActive: 0,
});
const words = {
  first: 'Every light is',
  second: 'a cloud phone',
  name: 'Ann',
  invites: 'invites you',
  code: 'AB12',
  link: 'https://app.test/#/pages/login/register?inviteCode=AB12',
};

/** The parts of a drawn poster: pictures, and the number of black cells of a QR code. */
function draw(picture?: CanvasImageSource) {
  const pictures: unknown[][] = [];
  let cells = 0;
  const pen: any = new Proxy(
    { fillStyle: '' },
    {
      get: (own: any, name) =>
        name in own
          ? own[name]
          : (...given: unknown[]) => {
              if (name === 'drawImage') pictures.push(given);
              if (name === 'fillRect' && own.fillStyle === '#000') cells++;
              if (name === 'measureText') return { width: 1 };
              return { addColorStop() {} };
            },
      set: (own, name, value) => {
        own[name] = value;
        return true;
      },
    },
  );
  for (const design of designs) drawPoster(pen, design, { ...words, picture });
  return { pictures, cells };
}

test('a poster has the QR code of the web page, or in its place the code of the mini-program', () => {
  const web = draw();
  assert.ok(web.cells > 600, 'black cells of three QR codes');
  assert.equal(web.pictures, []);
  const code = {} as CanvasImageSource;
  const mini = draw(code);
  assert.is(mini.cells, 0);
  assert.is(mini.pictures.length, designs.length);
  for (const [drawn, x, y, width, height] of mini.pictures as [unknown, number, number, number, number][]) {
    assert.is(drawn, code);
    assert.equal([x > 60, y > 1034, width, height], [true, true, 174, 174], 'with a border of white');
  }
});

for (const [name, screen] of [
  ['the posters', friends.poster],
  ['the poster that is touched and held', friends.wxPoster],
] as const)
  test(`${name}: the mini-program waits for its code; without one it says why and shows the web page’s`, async () => {
    let fail = (_: Error) => {};
    const miniCode = () =>
      new Promise<HTMLImageElement>((_, reject) => {
        fail = reject;
      });
    const seen = await visit(screen as typeof friends.poster, {}, [mine], {
      platform: { name: 'mini-program', miniCode },
    });
    await seen.until('the call', () => seen.asked(team).length);
    assert.is(seen.body.querySelector('canvas'), null, 'not with the code of the web page first');
    fail(new Error('No mini-program is set up here.'));
    await seen.sees('No mini-program is set up here. The posters carry the code of the web page.');
    assert.ok(seen.body.querySelector('canvas'));
    seen.close();
    const outside = await visit(screen as typeof friends.poster, {}, [mine]);
    await outside.until('the posters', () => outside.body.querySelector('canvas'));
    assert.not.match(outside.text(), 'mini-program');
    outside.close();
  });

test('the poster that was chosen is opened to be saved, and the code of the member can be copied', async () => {
  const copied: string[] = [];
  const copy = async (text: string) => !!copied.push(text);
  const seen = await visit(friends.poster, {}, [mine], { platform: { name: 'wechat', copy } });
  const save = () => seen.body.querySelector('a[href*=wxPoster]')?.getAttribute('href');
  await seen.until('the first', () => save() === '#/pages/mine/wxPoster?design=wall');
  const other = seen.body.querySelectorAll<HTMLInputElement>('input[name=design]')[1]!;
  other.click();
  await seen.until('the other', () => save() === `#/pages/mine/wxPoster?design=${designs[1]}`);
  await seen.tap('Copy code');
  await seen.until('a copy', () => copied.length);
  assert.equal(copied, ['AB12']);
  seen.close();
});

test('saving to the album is offered where that can be done, and touching and holding everywhere', async () => {
  const seen = await visit(friends.wxPoster, {}, [mine], {
    platform: { name: 'mini-program', savePicture: async () => true },
  });
  await seen.sees('Save to album');
  seen.close();
  const outside = await visit(friends.wxPoster, {}, [mine]);
  await outside.sees('Touch and hold');
  assert.not.match(outside.text(), 'Save to album');
  outside.close();
});

test.run();
