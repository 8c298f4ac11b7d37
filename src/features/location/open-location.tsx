import { useApp } from '../../core/app';
import type { Props } from '../../core/navigation/route';
import { Button } from '../../ui/button';
import { wrongDrawing } from '../../ui/display/drawings';
import { Icon } from '../../ui/display/icon';
import { copyIcon } from '../../ui/display/icons';
import { Empty } from '../../ui/feedback/empty';
import { Card } from '../../ui/layout/card';
import { Cell, Cells } from '../../ui/layout/cell';
import { Section } from '../../ui/layout/section';
import { pair, quiet } from '../../ui/styles';
import { MapView } from './map';
import type * as places from './routes';

type App = 'amap' | 'tencent' | 'google' | 'apple';

/** Pages of map apps for a point, which open the app if it is installed. Chinese ones use gcj02, and so do the others within China. */
const pages: Record<App, (at: string[], name: string, address: string) => string> = {
  amap: ([lat, lng], name) =>
    `https://uri.amap.com/marker?position=${lng},${lat}&name=${name}&coordinate=gaode&callnative=1`,
  tencent: ([lat, lng], name, address) =>
    `https://apis.map.qq.com/uri/v1/marker?marker=coord:${lat},${lng};title:${name};addr:${address}&referer=cloudphone`,
  google: ([lat, lng]) => `https://www.google.com/maps/search/?api=1&query=${lat},${lng}`,
  apple: ([lat, lng], name) => `https://maps.apple.com/?ll=${lat},${lng}&q=${name}`,
};

/** `pages/location/openLocation`: a place on the map, with links to map apps. */
export default function OpenLocation({
  latitude,
  longitude,
  name = '',
  address = '',
}: Props<typeof places.openLocation>) {
  const { platform, session, t, toasts } = useApp();
  const at = { latitude: Number(latitude), longitude: Number(longitude) };
  if (!(Math.abs(at.latitude) <= 90 && Math.abs(at.longitude) <= 180))
    return (
      <div role="alert">
        <Empty drawing={wrongDrawing} text={t('places.wrong')} />
      </div>
    );
  const words = `${at.latitude.toFixed(6)}, ${at.longitude.toFixed(6)}`;
  const apps: App[] =
    session.userInfo.peek()?.country === 'cn' ? ['amap', 'tencent', 'apple'] : ['google', 'apple', 'amap'];
  const copy = async () => {
    if (await platform.copy?.(address || words)) toasts.show(t('places.copied'));
  };
  const title = encodeURIComponent(name || address || words);
  return (
    <>
      <MapView at={at} />
      <Card>
        {name && <h2>{name}</h2>}
        {address && <p>{address}</p>}
        <p className={quiet}>
          {t('places.coordinates')} {words}
        </p>
        {platform.copy && (
          <div className={pair}>
            <Button small onClick={() => void copy()}>
              <Icon of={copyIcon} />
              {t('places.copy')}
            </Button>
          </div>
        )}
      </Card>
      <Section title={t('places.openIn')}>
        <Cells>
          {platform.openLocation && (
            <Cell
              label={t('places.apps.here')}
              onClick={() =>
                void platform
                  .openLocation?.({ ...at, name: name || words, address })
                  .catch(() => toasts.show(t('places.unopened')))
              }
            />
          )}
          {apps.map((app) => (
            <Cell
              key={app}
              label={t(`places.apps.${app}`)}
              onClick={() =>
                platform.leave(
                  pages[app]([`${at.latitude}`, `${at.longitude}`], title, encodeURIComponent(address)),
                )
              }
            />
          ))}
        </Cells>
      </Section>
    </>
  );
}
