import { ways as waysCall } from '../../../contract/payments';
import { getProduct } from '../../../contract/products';
import { useApp } from '../../../core/app';
import { money } from '../../../core/format';
import { useQuery } from '../../../core/query';
import { type Props, pathOf } from '../../../core/screen';
import { ButtonLink } from '../../../ui/button';
import { Card, Section } from '../../../ui/card';
import { Loaded } from '../../../ui/loaded';
import { quiet } from '../../../ui/looks';
import { session as sessionScreens } from '../../auth/screens';
import { orders } from '../screens';
import { stack } from '../styles';
import { WayRows } from './method-rows';

/** What there is to see without a session, and the way to sign in and come back. */
export function PaySignedOut({ params }: { params: Props<typeof orders.pay> }) {
  const { nav, t } = useApp();
  const ways = useQuery(waysCall, {});
  return (
    <>
      {params.productId && <Offer productId={params.productId} quantity={params.quantity ?? '1'} />}
      <Section title={t('pay.pay.choose')}>
        <Loaded of={ways}>{({ ways }) => <WayRows ways={ways} />}</Loaded>
      </Section>
      <div className={stack}>
        <p className={quiet}>{t('pay.pay.signedOut')}</p>
        <ButtonLink
          kind="primary"
          {...nav.link(sessionScreens.login, { fromUrl: pathOf(orders.pay, params) })}
        >
          {t('pay.pay.signIn')}
        </ButtonLink>
      </div>
    </>
  );
}

function Offer({ productId, quantity }: { productId: string; quantity: string }) {
  const { t } = useApp();
  const product = useQuery(getProduct, { productId });
  return (
    <Section>
      <Loaded of={product}>
        {({ name, price }) => (
          <Card>
            <p>
              {name} × {quantity}
            </p>
            <strong>{t('pay.pay.each', { amount: money(price) })}</strong>
          </Card>
        )}
      </Loaded>
    </Section>
  );
}
