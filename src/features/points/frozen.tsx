import type { Exchange } from '../../contract/money/points';
import { useApp } from '../../core/app';
import { integer } from '../../core/text/format';
import { Strip } from '../../ui/display/strip';
import { hint } from '../../ui/field/hint';

/** Why nothing can be redeemed yet, and the progress: a light for every cloud phone of the community (spec §4). */
export function Frozen({ of: { phones, enough } }: { of: Exchange }) {
  const { t } = useApp();
  const count = { phones: integer(phones), enough: integer(enough) };
  return (
    <div className={hint} role="status">
      <strong>{t('points.frozen.title')}</strong>
      <p>{t('points.frozen.text', count)}</p>
      <p style={{ margin: '8px 0' }}>{t('points.frozen.phones', count)}</p>
      <Strip value={phones} of={enough} tone="sun" label={t('points.frozen.phones', count)} />
    </div>
  );
}
