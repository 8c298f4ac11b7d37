import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.video, () => import('./video-list')),
  screen(routes.videoDetail, () => import('./video-detail')),
  screen(routes.goodsVideo, () => import('./goods-video')),
  screen(routes.goodsOneVideo, () => import('./play-video')),
];
