import { css } from 'goober';
import { takeGoods } from '../../contract/shop/goods';
import { getVideo, type Video } from '../../contract/video/videos';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { fetchOrThrow, useQuery } from '../../core/data/query';
import { showRefusal } from '../../core/http/refusal';
import type { Props } from '../../core/navigation/route';
import { day } from '../../core/text/day';
import { money } from '../../core/text/format';
import { Button, ButtonLink } from '../../ui/button';
import { wrongDrawing } from '../../ui/display/drawings';
import { Icon } from '../../ui/display/icon';
import { downloadIcon, playIcon } from '../../ui/display/icons';
import { ProductPicture } from '../../ui/display/product-picture';
import { WidePicture } from '../../ui/display/wide-picture';
import { Empty } from '../../ui/feedback/empty';
import { Loaded } from '../../ui/feedback/loaded';
import { ActionBar } from '../../ui/layout/action-bar';
import { Card } from '../../ui/layout/card';
import { Cell, Cells } from '../../ui/layout/cell';
import { hidden, pair, quiet, spread } from '../../ui/styles';
import * as goodsScreens from '../goods/routes';
import { clock } from './clock';
import { DownloadNote } from './download-note';
import * as videos from './routes';
import { sizeText } from './size-text';
import { useDownload } from './use-download';

const poster = css`
  position: relative;
  display: block;
  margin-bottom: 12px;
  overflow: hidden;
  border-radius: var(--cp-round);
  & > i {
    position: absolute;
    top: 50%;
    left: 50%;
    display: flex;
    align-items: center;
    justify-content: center;
    width: 64px;
    height: 64px;
    margin: -32px;
    border-radius: 50%;
    background: #0a1a2ad9;
    color: #fff;
  }
`;

/** `pages/videoDetail`: a video, the good it shows, and its actions. */
export default function VideoDetail({ id }: Props<typeof videos.videoDetail>) {
  const { nav, t } = useApp();
  const query = useQuery(getVideo, { id });
  if (query.failure?.kind === 'refused')
    return (
      <div role="alert">
        <Empty drawing={wrongDrawing} text={query.failure.message}>
          <ButtonLink {...nav.link(videos.video, {})}>{t('videos.tabs.video')}</ButtonLink>
        </Empty>
      </div>
    );
  return <Loaded of={query}>{(video) => <VideoDetails of={video} />}</Loaded>;
}

function VideoDetails({ of }: { of: Video }) {
  const app = useApp();
  const { nav, t } = app;
  const download = useDownload();
  const { id, title, length, size, picture, goods, createdAt } = of;
  return (
    <>
      <a className={poster} {...nav.link(videos.goodsOneVideo, { id })}>
        <span className={hidden}>{t('videos.play', { title })}</span>
        <WidePicture url={picture} />
        <i aria-hidden="true">
          <Icon of={playIcon} size={32} />
        </i>
      </a>
      <h2>{title}</h2>
      <div style={{ margin: '12px 0' }}>
        <Cells>
          <Cell label={t('videos.length')} value={clock(length)} />
          <Cell label={t('videos.size')} value={sizeText(size, t)} />
          <Cell label={t('videos.added')} value={day(createdAt, app)} />
        </Cells>
      </div>
      {goods && <GoodsShown goods={goods} />}
      <DownloadNote of={download} onRetry={() => void download.save(of)} />
      <ActionBar>
        <Button busy={download.state?.phase === 'running'} onClick={() => void download.save(of)}>
          <Icon of={downloadIcon} />
          {t('videos.save')}
        </Button>
        <ButtonLink kind="primary" {...nav.link(videos.goodsOneVideo, { id })}>
          <Icon of={playIcon} />
          {t('videos.watch')}
        </ButtonLink>
      </ActionBar>
    </>
  );
}

/** The good that the video shows: a link to it in the member's shop, or to add it. */
function GoodsShown({
  goods: { platformId, goodsId, name, price, picture },
}: {
  goods: NonNullable<Video['goods']>;
}) {
  const { nav, send, t, toasts } = useApp();
  const { pending, run } = useInFlight();
  const take = () =>
    run(async (start) => {
      start(true);
      const { failed } = await fetchOrThrow(send, takeGoods, { ids: [platformId] }, 'now');
      if (failed[0]) toasts.show(failed[0].message);
    }, showRefusal(toasts));
  const facts = (
    <div className={spread}>
      <ProductPicture url={picture} size={56} />
      <div data-grow="">
        <p className={quiet}>{t('videos.product')}</p>
        <strong>{name}</strong>
        <p>{money(price)}</p>
      </div>
    </div>
  );
  if (goodsId) return <Card {...nav.link(goodsScreens.goodsDetail, { id: goodsId })}>{facts}</Card>;
  return (
    <Card>
      {facts}
      <div className={pair}>
        <Button small busy={pending} onClick={() => void take()}>
          {t('videos.add')}
        </Button>
      </div>
    </Card>
  );
}
