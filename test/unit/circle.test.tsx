import { useState } from 'react';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { collectPost, type Post } from '../../src/contract/video/circle';
import { screen as defineScreen } from '../../src/core/navigation/screen';
import { PostCard } from '../../src/features/circle/post-card';
import { PostVideo } from '../../src/features/circle/post-video';
import * as circle from '../../src/features/circle/routes';
import { reply, visit } from '../support/visit';

const video = { id: 'f1', url: '/files/f1?until=1', seconds: 4 };
const alone = defineScreen(circle.dynamic, async () => ({ default: () => <PostVideo of={video} /> }));

/** The observer callbacks of an element, called by the test. */
const watched = new Map<Element, (inSight: boolean) => void>();
class Observer {
  constructor(private readonly told: (entries: { isIntersecting: boolean }[]) => void) {}
  observe(target: Element) {
    watched.set(target, (isIntersecting) => this.told([{ isIntersecting }]));
  }
  disconnect() {}
}

const test = suite('a video in a post');
test.before(() => void Object.assign(globalThis, { IntersectionObserver: Observer }));
test.after(() => void Reflect.deleteProperty(globalThis, 'IntersectionObserver'));

test('plays on when the phone says late that it had been out of sight, and stops when it leaves', async () => {
  const screen = await visit(alone, {}, []);
  const player = await screen.until('the video', () => document.querySelector('video') ?? undefined);
  const say = await screen.until('somebody who watches it', () => watched.get(player));
  const done: string[] = [];
  player.play = async () => void done.push('play');
  player.pause = () => void done.push('pause');
  await screen.tap('Play video');
  say(false);
  assert.equal(done, ['play']);
  say(true);
  say(false);
  assert.equal(done, ['play', 'pause']);
  screen.close();
});

test('a post that was collected is, also after its card has left the document and come again', async () => {
  const post: Post = {
    id: 'p1',
    author: { id: 'u2', nickname: 'Mei', teamLeader: false },
    text: 'Good morning',
    pictures: [],
    time: '2026-01-05T08:00:00.000Z',
    collected: false,
    collects: 2,
    followed: false,
    liked: false,
    likes: 0,
    comments: 0,
    link: 'https://cloudphone.example/#/pages/list/post?id=p1',
    mine: false,
  };
  const Feed = () => {
    const [here, setHere] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setHere(!here)}>
          Scroll
        </button>
        {here && <PostCard post={post} onShow={() => {}} onMenu={() => {}} />}
      </>
    );
  };
  const feed = defineScreen(circle.dynamic, async () => ({ default: Feed }));
  const screen = await visit(feed, {}, [reply(collectPost, { collected: true, collects: 3 })]);
  const pressed = () => document.querySelector('[aria-pressed]:not([data-mark])');
  const button = await screen.until('the card', () => pressed() ?? undefined);
  (button as HTMLElement).click();
  await screen.until('what the server says', () => post.collected || undefined);
  await screen.tap('Scroll');
  await screen.until('its absence', () => (pressed() ? undefined : true));
  await screen.tap('Scroll');
  const again = await screen.until('the card', () => pressed() ?? undefined);
  assert.is(again.getAttribute('aria-pressed'), 'true');
  assert.match(again.textContent, /3/);
  screen.close();
});

test.run();
