import { useEffect } from 'react';
import { getVideo, queryVideosList, type Video } from '../../contract/video/videos';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { useQuery } from '../../core/data/query';
import type { Props } from '../../core/navigation/route';
import { ButtonLink } from '../../ui/button';
import { wrongDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { Loaded } from '../../ui/feedback/loaded';
import { Player } from './player';
import * as videos from './routes';

/** `pages/goodsOneVideo`: one full-screen video; a swipe, an arrow key or a button goes to the next. */
export default function PlayVideo({ id, goodsId }: Props<typeof videos.goodsOneVideo>) {
  const { nav, t } = useApp();
  const video = useQuery(getVideo, { id });
  const list = useList(queryVideosList, goodsId ? { goodsId } : {});
  const items = list.items ?? [];
  const at = items.findIndex((one) => one.id === id);
  const to = (index: number) => (at < 0 ? undefined : items[index]);
  const [previous, next] = [to(at - 1), to(at + 1)];
  // the next page is loaded while one more video is left to swipe to
  useEffect(() => {
    if (at >= items.length - 2 && !list.moreBusy && !list.moreFailure) void list.more?.();
  }, [at, items.length]);
  const go = (video: Video | undefined) =>
    video && nav.go(videos.goodsOneVideo, { id: video.id, ...(goodsId && { goodsId }) }, { replace: true });
  if (video.failure?.kind === 'refused')
    return (
      <div role="alert">
        <Empty drawing={wrongDrawing} text={video.failure.message}>
          <ButtonLink {...nav.link(videos.video, {})}>{t('videos.tabs.video')}</ButtonLink>
        </Empty>
      </div>
    );
  return (
    <Loaded of={video}>
      {(video) => (
        <Player
          key={video.id}
          of={video}
          onNext={next && (() => go(next))}
          onPrevious={previous && (() => go(previous))}
        />
      )}
    </Loaded>
  );
}
