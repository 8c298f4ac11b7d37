import { useApp } from '../../../core/app';
import { ButtonLink } from '../../../ui/button';
import { firstDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import * as goods from '../routes';

/** For a member without a shop: its purpose, and the two ways to get one. */
export function NoShop() {
  const { nav, t } = useApp();
  return (
    <Empty drawing={firstDrawing} title={t('goods.noShop.title')} text={t('goods.noShop.text')}>
      <ButtonLink kind="primary" {...nav.link(goods.setupShop, {})}>
        {t('goods.noShop.setup')}
      </ButtonLink>
      <ButtonLink {...nav.link(goods.bindShop, {})}>{t('goods.noShop.bind')}</ButtonLink>
    </Empty>
  );
}
