import { useApp } from '../../core/app';
import { Tabs } from '../../ui/layout/tabs';
import { videos } from './screens';

const places = ['video', 'goodsVideo', 'materialLibrary'] as const;
type Place = (typeof places)[number];

/** From one of the three collections to another. */
export function Segments({ here }: { here: Place }) {
  const { nav, t } = useApp();
  return (
    <Tabs<Place>
      segments
      label={t('videos.tabs.label')}
      value={here}
      options={{
        video: t('videos.tabs.video'),
        goodsVideo: t('videos.tabs.goodsVideo'),
        materialLibrary: t('videos.tabs.materialLibrary'),
      }}
      onChange={(place) => nav.go(videos[place], {}, { replace: true })}
    />
  );
}
