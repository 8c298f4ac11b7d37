import { offeredMethods } from '../../../contract/buying/payments';
import { getProduct } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { type Props, pathOf } from '../../../core/navigation/route';
import { money } from '../../../core/text/format';
import { ButtonLink } from '../../../ui/button';
import { Loaded } from '../../../ui/feedback/loaded';
import { Bone } from '../../../ui/feedback/skeleton';
import { ActionBar } from '../../../ui/layout/action-bar';
import { Card } from '../../../ui/layout/card';
import { Section } from '../../../ui/layout/section';
import { full } from '../../../ui/styles';
import * as sessionScreens from '../../auth/routes';
import * as orders from '../routes';
import { MethodRows } from './method-rows';

/** The part of the screen that needs no session, and the way to sign in and return. */
export function PaySignedOut({ params }: { params: Props<typeof orders.pay> }) {
  const { nav, t } = useApp();
  const methods = useQuery(offeredMethods, {});
  return (
    <div className={full}>
      {params.productId && <Offer productId={params.productId} quantity={params.quantity ?? '1'} />}
      <Section title={t('pay.pay.choose')}>
        <Loaded of={methods}>{({ ways }) => <MethodRows methods={ways} />}</Loaded>
      </Section>
      <ActionBar note={t('pay.pay.signedOut')}>
        <ButtonLink
          kind="primary"
          {...nav.link(sessionScreens.login, { fromUrl: pathOf(orders.pay, params) })}
        >
          {t('pay.pay.signIn')}
        </ButtonLink>
      </ActionBar>
    </div>
  );
}

function Offer({ productId, quantity }: { productId: string; quantity: string }) {
  const { t } = useApp();
  const product = useQuery(getProduct, { productId });
  return (
    <Section>
      <Loaded
        of={product}
        skeleton={
          <Card>
            <p aria-busy="true">
              <Bone width={10} />
            </p>
            <strong>
              <Bone width={6} />
            </strong>
          </Card>
        }
      >
        {({ name, price }) => (
          <Card>
            <p>
              {name} ×&nbsp;{quantity}
            </p>
            <strong>{t('pay.pay.each', { amount: money(price) })}</strong>
          </Card>
        )}
      </Loaded>
    </Section>
  );
}
