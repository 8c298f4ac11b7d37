import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { balance } from '../../../src/contract/member/auth';
import { loadPicture } from '../../../src/contract/site/system';
import { type PicturePlaces, withPictures } from '../../../src/core/http/load-picture';
import { useThumbnail } from '../../../src/core/http/picture';
import { createPlain } from '../../../src/core/http/plain';
import { PostPictures } from '../../../src/features/circle/post-pictures';
import { document, open, until } from '../ui/open';

const test = suite('picture');
const id = '00000000-0000-4000-8000-000000000001';
const posted = { id, url: `/files/${id}?until=1&sign=x` };

function Small() {
  return <img src={useThumbnail(id)} alt="" />;
}
const sources = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));

/** Shows a thumbnail and the pictures of a post; answers which calls the gateway was asked. */
async function show(places: PicturePlaces = {}) {
  const asked: string[] = [];
  await open(
    <>
      <Small />
      <PostPictures of={[posted]} onShow={() => {}} />
    </>,
    async (call) => {
      asked.push(call.path);
      return { res_code: '1', message: '', url: posted.url } as never;
    },
    {},
    (app) => {
      Object.assign(app.wire, places);
      Object.assign(app, { send: withPictures(app.send, places) });
    },
  );
  return asked;
}

test('a picture is asked for by its id, and shown as small as it is seen', async () => {
  const asked = await show();
  await until(() => sources()[0] !== null);
  assert.equal(asked, [loadPicture.path]);
  assert.is(sources()[0], `http://gateway.test${posted.url}&w=160`);
  assert.match(sources()[1]!, /&w=640$/);
});

test('where there is a cloud store, addresses are made of ids: in posts, in lists, of thumbnails', async () => {
  const asked = await show({ cloudStore: 'https://store.test/pictures' });
  await until(() => sources()[0] !== null);
  const address = `https://store.test/pictures/${id}`;
  assert.equal(sources(), [address, address]);
  assert.equal(asked, [], 'and nobody is asked for one');
});

test('with a cloud store, everything but addresses of pictures is still asked of the gateway', async () => {
  const asked: string[] = [];
  const send = withPictures(
    async (call) => {
      asked.push(call.path);
      return { res_code: '1', message: 'from the gateway' } as never;
    },
    { cloudStore: 'https://store.test/pictures' },
  );
  assert.is((await send(balance, {})).message, 'from the gateway');
  assert.equal(asked, [balance.path]);
});

test('where the deployment has a picture service, it is asked by a post with the id', async () => {
  const posts: unknown[] = [];
  const asked = await show({
    service: async () =>
      createPlain('https://own.test/base', async (url, how) => {
        posts.push([url, how?.json]);
        return new Response(JSON.stringify({ url: 'https://own.test/p/1.jpg' }));
      }),
  });
  await until(() => sources()[0] !== null);
  assert.equal(posts, [[`https://own.test/base/${loadPicture.path}`, { id }]]);
  assert.is(sources()[0], 'https://own.test/p/1.jpg');
  assert.equal(asked, []);
});

test.run();
