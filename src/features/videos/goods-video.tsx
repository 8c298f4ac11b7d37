import { shopGoodsList } from '../../contract/shop/goods';
import { queryVideosList } from '../../contract/video/videos';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import type { Props } from '../../core/navigation/route';
import { videoDrawing } from '../../ui/display/drawings';
import { Icon } from '../../ui/display/icon';
import { downloadIcon, playIcon } from '../../ui/display/icons';
import { ProductPicture } from '../../ui/display/product-picture';
import { Empty } from '../../ui/feedback/empty';
import { Skeleton } from '../../ui/feedback/skeleton';
import { ListView } from '../../ui/layout/list';
import { Tabs } from '../../ui/layout/tabs';
import { hidden, panel, quiet, spread, target } from '../../ui/styles';
import { clock } from './clock';
import { DownloadNote } from './download-note';
import * as videos from './routes';
import { Segments } from './segments';
import { sizeText } from './size-text';
import { useDownload } from './use-download';

/** `pages/goodsVideo`: the videos for one of the member's goods, or for all of them; played, and saved to the phone. */
export default function GoodsVideo({ goodsId }: Props<typeof videos.goodsVideo>) {
  const { nav, t } = useApp();
  const list = useList(queryVideosList, goodsId ? { goodsId } : {});
  const shelf = useList(shopGoodsList, {});
  const download = useDownload();
  const options: Record<string, string> = { '': t('videos.anyGoods') };
  for (const one of shelf.items ?? []) if (one.platformId) options[one.id] = one.name;
  const segments = <Segments here="goodsVideo" />;
  // The member's goods decide whether there is a filter above the list.
  if (!shelf.items && !shelf.failure)
    return (
      <>
        {segments}
        <Skeleton />
      </>
    );
  return (
    <ListView
      of={list}
      itemKey={({ id }) => id}
      empty={<Empty drawing={videoDrawing} text={t('videos.noMedia')} />}
      head={
        <>
          {segments}
          {Object.keys(options).length > 1 && (
            <Tabs
              label={t('videos.choose')}
              value={goodsId ?? ''}
              options={options}
              onChange={(id) => nav.go(videos.goodsVideo, id ? { goodsId: id } : {}, { replace: true })}
            />
          )}
        </>
      }
    >
      {(one) => (
        <div className={panel} style={{ padding: '10px 14px' }}>
          <div className={spread}>
            <ProductPicture url={one.picture} size={56} />
            <div data-grow="">
              <strong>{one.title}</strong>
              <p className={quiet}>
                {[clock(one.length), sizeText(one.size, t), one.downloadedAt && t('videos.downloaded')]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <a
              className={target}
              {...nav.link(videos.goodsOneVideo, { id: one.id, ...(goodsId && { goodsId }) })}
            >
              <Icon of={playIcon} size={22} />
              <span className={hidden}>{t('videos.play', { title: one.title })}</span>
            </a>
            <button
              type="button"
              className={target}
              aria-label={`${t('videos.save')} ${one.title}`}
              onClick={() => void download.save(one)}
            >
              <Icon of={downloadIcon} size={22} />
            </button>
          </div>
          {download.state?.id === one.id && (
            <DownloadNote of={download} onRetry={() => void download.save(one)} />
          )}
        </div>
      )}
    </ListView>
  );
}
