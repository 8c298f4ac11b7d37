import { getPost, listPosts } from '../../contract/video/circle';
import { landing } from '../../core/navigation/landing';
import { dynamic, post } from './routes';

export const landings = [
  landing(dynamic, listPosts, { scope: 'all' }),
  landing(post, getPost, { id: '?id' }),
];
