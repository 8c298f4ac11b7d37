import { css } from 'goober';
import type { Shop } from '../../../contract/shop/goods';
import { useApp } from '../../../core/app';
import { day } from '../../../core/text/day';
import { money } from '../../../core/text/format';
import { Card } from '../../../ui/layout/card';
import { quiet, spread } from '../../../ui/styles';
import { UploadedPicture } from '../goods-picture';
import * as goods from '../routes';

const note = css`
  margin-bottom: 10px;
  & > * {
    text-decoration: none;
  }
`;

/** The shop in one card: its name, pending earnings, and a note if its customers are simulated. */
export function ShopNote({ of, sandbox }: { of: Shop; sandbox: boolean }) {
  const app = useApp();
  const { nav, t } = app;
  const { name, logo, held, nextCreditAt, owed } = of;
  return (
    <div className={note}>
      <Card {...nav.link(goods.setupShop, {})}>
        <div className={spread}>
          {logo && <UploadedPicture id={logo} size={44} />}
          <div data-grow="">
            <strong>{name}</strong>
            {held > 0 && <p>{t('goods.shop.held', { amount: money(held) })}</p>}
            {held > 0 && nextCreditAt && (
              <p className={quiet}>{t('goods.shop.heldUntil', { date: day(nextCreditAt, app) })}</p>
            )}
            {owed > 0 && <p className={quiet}>{t('goods.shop.owed', { amount: money(owed) })}</p>}
            {sandbox && <p className={quiet}>{t('goods.shop.sandbox')}</p>}
          </div>
        </div>
      </Card>
    </div>
  );
}
