import { useApp } from '../../core/app';
import { Tabs } from '../../ui/layout/tabs';
import * as circle from '../circle/routes';
import * as videos from './routes';

const places = {
  video: videos.video,
  goodsVideo: videos.goodsVideo,
  materialLibrary: circle.materialLibrary,
};
type Place = keyof typeof places;

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
      onChange={(place) => nav.go(places[place], {}, { replace: true })}
    />
  );
}
