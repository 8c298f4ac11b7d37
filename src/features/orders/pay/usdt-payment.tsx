import { findLittleUse } from '../../../contract/buying/payments';
import { isTronAddress, isTronBurnAddress } from '../../../contract/rules/tron';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import type { Props } from '../../../core/navigation/route';
import { usdt } from '../../../core/text/usdt';
import { Button, ButtonLink } from '../../../ui/button';
import { Qr } from '../../../ui/display/qr';
import { Tag } from '../../../ui/display/tag';
import { Loaded } from '../../../ui/feedback/loaded';
import { hint } from '../../../ui/field/hint';
import { Card } from '../../../ui/layout/card';
import { Section } from '../../../ui/layout/section';
import { quiet } from '../../../ui/styles';
import * as orders from '../routes';
import { stack } from '../styles';
import { OtherMethodLink } from './another-way';
import { Copied } from './copied';
import { Refused } from './refused';
import { clock, useLeft } from './time-left';
import { WechatCode } from './wechat-code';

/** `pages/mine/orderAddress`: payment with USDT: exactly this amount, to exactly this address, until the deadline. */
export default function OrderAddress({ orderNo, way }: Props<typeof orders.orderAddress>) {
  return way === 'wechat' ? <WechatCode orderNo={orderNo} /> : <UsdtPayment orderNo={orderNo} />;
}

function UsdtPayment({ orderNo }: { orderNo: string }) {
  const payee = useQuery(findLittleUse, { orderNo });
  if (payee.failure?.kind === 'refused') return <Refused failure={payee.failure} />;
  return <Loaded of={payee}>{(data) => <Payee orderNo={orderNo} payee={data} />}</Loaded>;
}

type UsdtPayee = NonNullable<(typeof findLittleUse)['types']>['output'];

function Payee({ orderNo, payee }: { orderNo: string; payee: UsdtPayee }) {
  const { nav, platform, t } = useApp();
  const { address, url } = payee;
  const left = useLeft(payee.deadline);
  const result = (
    <ButtonLink {...nav.link(orders.paymentResult, { orderNo })} kind="primary">
      {t('usdt.sent')}
    </ButtonLink>
  );
  if (!isTronAddress(address) || isTronBurnAddress(address)) {
    return (
      <p className={hint} role="alert">
        {t('usdt.wrong')}
      </p>
    );
  }
  if (!left) {
    return (
      <>
        <p className={hint} role="alert">
          {t('usdt.over')}
        </p>
        <div className={stack}>{result}</div>
      </>
    );
  }
  return (
    <>
      <Section>
        <Card>
          <p className={quiet}>
            {t('usdt.amount')} {payee.sandbox && <Tag tone="warn">{t('orders.sandbox')}</Tag>}
          </p>
          <Copied text={usdt(payee.amount)} large what={t('usdt.copyAmount')}>
            {' '}
            USDT
          </Copied>
          <Qr text={address} label={t('usdt.qr')} />
          <p className={quiet}>{t('usdt.address')}</p>
          <Copied text={address} what={t('usdt.copyAddress')} />
          <p className={quiet} style={{ marginTop: 12 }}>
            {t('usdt.contract', { contract: payee.contract })}
          </p>
        </Card>
        <p className={hint}>{t('usdt.exact')}</p>
      </Section>
      <div className={stack}>
        <p style={{ textAlign: 'center' }} role="timer">
          {t('usdt.left', { time: clock(left) })}
        </p>
        {result}
        {url && <Button onClick={() => platform.leave(url)}>{t('usdt.sandbox')}</Button>}
        <OtherMethodLink orderNo={orderNo} />
      </div>
    </>
  );
}
