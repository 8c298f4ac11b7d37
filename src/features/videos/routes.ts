import { route } from '../../core/navigation/route';

export const video = route('pages/tabbar/video', { title: 'videos.titles.video', guard: 'examined' });

export const videoDetail = route('pages/videoDetail', {
  title: 'videos.titles.videoDetail',
  guard: 'examined',
  needs: ['id'],
});

export const goodsVideo = route<never, 'goodsId'>('pages/goodsVideo', {
  title: 'videos.titles.goodsVideo',
  guard: 'examined',
});

export const goodsOneVideo = route<'id', 'goodsId'>('pages/goodsOneVideo', {
  title: 'videos.titles.goodsOneVideo',
  guard: 'examined',
  bare: true,
  needs: ['id'],
});
