import { post as plainPost } from '../core/http/http';
import { withWork } from '../core/http/worked-post';

export { complete, open, plain } from '../core/http/http';

/** Sends the page's calls. Embeds never sign in, and are never asked for work. */
export const post = withWork(plainPost, () => import('../core/http/do-work'));
