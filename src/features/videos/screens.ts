import { screen } from '../../core/navigation/screen';

export const videos = {
  video: screen('pages/tabbar/video', {
    title: 'titles.video',
    guard: 'examined',
    load: () => import('../../ui/feedback/not-built'),
  }),
  videoDetail: screen('pages/videoDetail', {
    title: 'titles.videoDetail',
    guard: 'examined',
    load: () => import('../../ui/feedback/not-built'),
  }),
  goodsVideo: screen('pages/goodsVideo', {
    title: 'titles.goodsVideo',
    guard: 'examined',
    load: () => import('../../ui/feedback/not-built'),
  }),
  goodsOneVideo: screen('pages/goodsOneVideo', {
    title: 'titles.goodsOneVideo',
    guard: 'examined',
    load: () => import('../../ui/feedback/not-built'),
  }),
};
