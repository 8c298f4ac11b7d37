import { getPost, listPosts } from '../../contract/video/circle';
import { listComments } from '../../contract/video/comments';
import { landing, sends } from '../../core/navigation/landing';
import { dynamic, post } from './routes';

export const landings = [
  landing(dynamic, sends(listPosts, { scope: 'all' })),
  landing(post, sends(getPost, { id: '?id' }), sends(listComments, { id: '?id' })),
];
