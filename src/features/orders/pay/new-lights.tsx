import { listDevices } from '../../../contract/buying/devices';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { integer } from '../../../core/text/format';
import { type LightKind, Lights, longestRow } from '../../../ui/display/lights';
import { eachLight, share } from '../../../ui/display/rack';
import { quiet } from '../../../ui/styles';
import type { Started } from './use-starting';

/** A light for each cloud phone that was bought, which comes on as it starts, beside those that the member had. */
export function NewLights({ of }: { of: Started }) {
  const { platform } = useApp();
  // what else the member has is none of the page around us
  return platform.guest ? <Row of={of} own={0} /> : <BesideOwn of={of} />;
}

function BesideOwn({ of }: { of: Started }) {
  const { value } = useQuery(listDevices, {});
  return <Row of={of} own={Math.max(0, (value?.summary.total ?? of.total) - of.total)} />;
}

const kinds: LightKind[] = ['idle', 'lit', 'unlit'];

function Row({ of: { online, total }, own }: { of: Started; own: number }) {
  const { t } = useApp();
  const all = own + total;
  const counts = share([own, online, total - online], Math.ceil(all / eachLight(all)));
  const shown = counts.reduce((sum, count) => sum + count, 0);
  return (
    <div style={{ alignSelf: 'stretch' }}>
      {/* clipped, because the drawing is as wide as a full row; the padding leaves room for the glow */}
      <div data-clipped="" style={{ overflow: 'hidden', padding: '4px 0' }}>
        {/* a row that is not full stands in the middle, as the words around it do */}
        <div style={{ transform: `translateX(${(1 - longestRow(shown)) * 50}%)` }}>
          {/* drawn anew when another comes on, so that it is seen to */}
          <Lights key={online} arrive of={kinds.map((kind, at) => [kind, counts[at] ?? 0])} />
        </div>
      </div>
      <p className={quiet} style={{ marginTop: 4 }}>
        {own
          ? t('result.first.beside', { count: total, own: integer(own) })
          : t('result.first.lights', { count: total })}
        {' · '}
        {t('result.first.online', { online: integer(online), total: integer(total) })}
      </p>
    </div>
  );
}
