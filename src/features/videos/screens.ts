import { screen } from '../../core/navigation/screen';

export const videos = {
  video: screen('pages/tabbar/video', {
    title: 'videos.titles.video',
    guard: 'examined',
    load: () => import('./video-list'),
  }),
  videoDetail: screen('pages/videoDetail', {
    title: 'videos.titles.videoDetail',
    guard: 'examined',
    needs: ['id'],
    load: () => import('./video-detail'),
  }),
  goodsVideo: screen<never, 'goodsId'>('pages/goodsVideo', {
    title: 'videos.titles.goodsVideo',
    guard: 'examined',
    load: () => import('./goods-video'),
  }),
  goodsOneVideo: screen<'id', 'goodsId'>('pages/goodsOneVideo', {
    title: 'videos.titles.goodsOneVideo',
    guard: 'examined',
    bare: true,
    needs: ['id'],
    load: () => import('./play-video'),
  }),
};
