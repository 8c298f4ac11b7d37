import { route } from '../../core/navigation/route';

/** `tag`: only posts with it. */
export const dynamic = route<never, 'tag'>('pages/tabbar/dynamic', {
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

/** Beyond the specification: where a post is written. */
export const compose = route('pages/tabbar/addDynamic', { title: 'circle.titles.compose', also: ['form'] });

/** Beyond the specification: one post with what is said of it. What is shared, and messages, lead here. */
export const post = route<'id'>('pages/list/post', {
  title: 'posts.titles.post',
  also: ['circle', 'form'],
  needs: ['id'],
});

/** Beyond the specification: whose posts a member does not want to see. */
export const muted = route('pages/list/mutedMembers', { title: 'posts.titles.muted' });

/** No route: what can be done with a post, which comes once there are posts. */
export const menu = route('part/postMenu', { title: 'posts.options' });
