import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { screen as defineScreen } from '../../src/core/navigation/screen';
import { PostVideo } from '../../src/features/circle/post-video';
import { visit } from '../support/visit';

const video = { id: 'f1', url: '/files/f1?until=1', seconds: 4 };
const alone = defineScreen('pages/tabbar/dynamic', {
  title: 'circle.titles.dynamic',
  also: [],
  load: async () => ({ default: () => <PostVideo of={video} /> }),
});

/** What the engine says to whoever watches an element, when the test says so. */
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

test.run();
