import { queryProducts } from '../../contract/products';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { money } from '../../core/text/format';
import { ButtonLink } from '../../ui/button';
import { Drawing } from '../../ui/display/drawing';
import { firstDrawing } from '../../ui/display/drawings';
import { accountsIcon, cartIcon, incomeIcon } from '../../ui/display/icons';
import { Cell, Cells, Tile } from '../../ui/layout/cell';
import { Night } from '../../ui/layout/night';
import { middle, quiet } from '../../ui/styles';
import { store } from '../store/screens';

/** What a member sees who has no cloud phone yet: what one is, and the way to the first. */
export default function FirstHome() {
  const { nav, t } = useApp();
  const plans = useQuery(queryProducts, { category: 'machines', sort: 'price' });
  const first = plans.value?.items.find(({ stock }) => stock > 0);
  const price = first ? money(first.price) : '–';
  const steps = [
    ['plan', cartIcon],
    ['account', accountsIcon],
    ['rent', incomeIcon],
  ] as const;
  return (
    <>
      <Night>
        <div className={middle} style={{ padding: '4px 0 8px' }}>
          <Drawing of={firstDrawing} width={180} />
          <h2>{t('devices.none')}</h2>
        </div>
        <div style={{ display: 'flex', flexDirection: 'column' }}>
          <ButtonLink kind="primary" {...nav.link(store.rechargeScore, {})}>
            {t('devices.first.buy')}
          </ButtonLink>
        </div>
      </Night>
      <Cells>
        {steps.map(([name, icon]) => (
          <Cell
            key={name}
            icon={<Tile of={icon} />}
            label={<b>{t(`devices.first.${name}`)}</b>}
            note={t(`devices.first.${name}Text`, { price })}
          />
        ))}
      </Cells>
      <p className={quiet} style={{ margin: '10px 2px' }}>
        {t('devices.first.note')}
      </p>
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        <ButtonLink {...nav.link(store.home, {})}>{t('devices.store')}</ButtonLink>
      </div>
    </>
  );
}
