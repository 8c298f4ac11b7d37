import { useApp } from '../../core/app';
import { Tabs } from '../../ui/layout/tabs';
import * as circle from '../circle/routes';
import * as videos from './routes';

const screens = {
  video: videos.video,
  goodsVideo: videos.goodsVideo,
  materialLibrary: circle.materialLibrary,
};
type Segment = keyof typeof screens;

/** Links between the three collections. */
export function Segments({ here: current }: { here: Segment }) {
  const { nav, t } = useApp();
  return (
    <Tabs<Segment>
      segments
      label={t('videos.tabs.label')}
      value={current}
      options={{
        video: t('videos.tabs.video'),
        goodsVideo: t('videos.tabs.goodsVideo'),
        materialLibrary: t('videos.tabs.materialLibrary'),
      }}
      onChange={(place) => nav.go(screens[place], {}, { replace: true })}
    />
  );
}
