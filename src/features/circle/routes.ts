import { route } from '../../core/navigation/route';

/** `tag`: only posts with it; `author`: only those of this member. */
export const dynamic = route<never, 'tag' | 'author'>('pages/tabbar/dynamic', {
  title: 'circle.titles.dynamic',
  tab: 'dynamic',
  bare: true,
  also: ['form'],
});

export const materialLibrary = route('pages/list/materialLibrary', {
  title: 'circle.titles.materialLibrary',
  guard: 'examined',
  also: ['form'],
});

/** Beyond the specification: writes a post. */
export const compose = route('pages/tabbar/addDynamic', { title: 'circle.titles.compose', also: ['form'] });

/** Beyond the specification: one post with its comments. Shared links and messages lead here. */
export const post = route<'id'>('pages/list/post', {
  title: 'posts.titles.post',
  also: ['circle', 'form'],
  needs: ['id'],
});

/** Beyond the specification: the muted members. */
export const muted = route('pages/list/mutedMembers', { title: 'posts.titles.muted' });

/** Not a route: the actions of a post, loaded once there are posts. */
export const menu = route('part/postMenu', { title: 'posts.options' });

/** Not a route: who wrote the posts of one author, above them. */
export const authorHead = route('part/authorHead', { title: 'posts.titles.post' });
