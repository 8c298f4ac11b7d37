import { useState } from 'react';
import { listAdminCategory } from '../../contract/shop/categories';
import { queryVideosList } from '../../contract/video/videos';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { useQuery } from '../../core/data/query';
import { searchDrawing, videoDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { Search } from '../../ui/field/search';
import { ListView } from '../../ui/layout/list';
import { Tabs } from '../../ui/layout/tabs';
import { Segments } from './segments';
import { VideoTile } from './video-tile';

/** `pages/tabbar/video`: the platform's videos, by category or searched. */
export default function VideoList() {
  const { t } = useApp();
  const [category, setCategory] = useState('all');
  const [keyword, setKeyword] = useState('');
  const categories = useQuery(listAdminCategory, {});
  const all = useQuery(queryVideosList, {});
  const list = useList(queryVideosList, {
    ...(category !== 'all' && { categoryId: category }),
    ...(keyword && { keyword }),
  });
  const total = all.value?.total;
  return (
    <ListView
      of={list}
      layout="tiles"
      itemKey={({ id }) => id}
      empty={
        <Empty
          drawing={keyword ? searchDrawing : videoDrawing}
          text={keyword ? t('videos.noneFound', { text: keyword }) : t('videos.none')}
        />
      }
      head={
        <>
          <Segments here="video" />
          <Search value={keyword} onChange={setKeyword} placeholder={t('videos.search')} />
          <Tabs
            label={t('videos.categories')}
            value={category}
            options={{
              all: t('videos.all'),
              ...Object.fromEntries((categories.value?.items ?? []).map(({ id, name }) => [id, name])),
            }}
            counts={{ all: total }}
            onChange={setCategory}
          />
        </>
      }
    >
      {(one) => <VideoTile of={one} />}
    </ListView>
  );
}
