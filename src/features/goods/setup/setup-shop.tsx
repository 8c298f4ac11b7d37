import { useState } from 'react';
import { getShop, type Shop, setupShop } from '../../../contract/shop/goods';
import * as rules from '../../../contract/shop/goods.rules';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import { Button } from '../../../ui/button';
import { Loaded } from '../../../ui/feedback/loaded';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { FormView } from '../../../ui/field/form';
import { ImageField } from '../../../ui/field/image-field';
import { TextField } from '../../../ui/field/text-field';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells } from '../../../ui/layout/cell';
import * as goods from '../routes';

/** `pages/mine/setupShop`: creates the member's shop, or changes its profile. */
export default function SetupShop() {
  const { nav, t } = useApp();
  const shop = useQuery(getShop, {});
  return (
    <Loaded of={shop} skeleton={<Skeleton kind="form" />}>
      {({ shop, provider }) => (
        <>
          <ShopForm key={shop ? 'known' : 'new'} of={shop} />
          {(shop?.number || provider.offered) && (
            <div style={{ marginTop: 20 }}>
              <Cells>
                {shop?.number ? (
                  <Cell label={t('goods.setup.linked')} value={shop.number} />
                ) : (
                  <Cell label={t('goods.setup.link')} {...nav.link(goods.bindShop, {})} />
                )}
              </Cells>
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

function ShopForm({ of }: { of: Shop | undefined }) {
  const { nav, t, toasts } = useApp();
  const [current, setCurrent] = useState<Shop>();
  const form = useForm({
    call: setupShop,
    rules: rules.setupShop,
    initial: {
      name: of?.name ?? '',
      introduction: of?.introduction ?? '',
      ...(of?.logo && { logo: of.logo }),
      ...(of && { version: of.version }),
    },
    done(saved) {
      toasts.show(t(of ? 'goods.setup.saved' : 'goods.setup.opened'));
      form.set('version', saved.version);
      if (!of) nav.go(goods.goods, {}, { replace: true });
    },
    refused(answer) {
      const there = (answer as { current?: Shop }).current;
      if (there) setCurrent(there);
      return !!there;
    },
  });
  return (
    <FormView of={form} send={t(of ? 'goods.setup.save' : 'goods.setup.open')}>
      <TextField of={form} name="name" label={t('goods.setup.name')} maxLength={30} />
      <TextField
        of={form}
        name="introduction"
        label={t('goods.setup.introduction')}
        optional
        lines={3}
        maxLength={300}
      />
      <ImageField of={form} name="logo" label={t('goods.setup.logo')} optional />
      {current && (
        <Card>
          <p role="alert">{t('goods.setup.changed')}</p>
          <Button
            small
            onClick={() => {
              form.set('version', current.version);
              setCurrent(undefined);
              void form.submit();
            }}
          >
            {t('goods.setup.mine')}
          </Button>
        </Card>
      )}
    </FormView>
  );
}
