import { bindShop, getShop } from '../../../contract/shop/goods';
import * as rules from '../../../contract/shop/goods.rules';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import { integer } from '../../../core/text/format';
import { ButtonLink } from '../../../ui/button';
import { doneDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { FormView } from '../../../ui/field/form';
import { TextField } from '../../../ui/field/text-field';
import * as goods from '../routes';

/** `pages/mine/bindShop`: links a shop that the member runs elsewhere, by its number and the code of its provider. */
export default function BindShop() {
  const { nav, t } = useApp();
  const shop = useQuery(getShop, {});
  return (
    <Loaded of={shop} skeleton={<Skeleton kind="form" />}>
      {({ shop, provider }) => {
        if (shop?.number)
          return (
            <Empty drawing={doneDrawing} text={t('goods.bind.bound', { number: shop.number })}>
              <ButtonLink {...nav.link(goods.goods, {})}>{t('goods.bind.toGoods')}</ButtonLink>
            </Empty>
          );
        if (!provider.offered) return <Empty text={t('goods.bind.closed')} />;
        return <BindForm sandbox={provider.sandbox} />;
      }}
    </Loaded>
  );
}

function BindForm({ sandbox }: { sandbox: boolean }) {
  const { nav, t, toasts } = useApp();
  const form = useForm({
    call: bindShop,
    rules: rules.bindShop,
    initial: {},
    done({ taken }) {
      toasts.show(t('goods.bind.done', { count: integer(taken) }));
      nav.go(goods.goods, {}, { replace: true });
    },
  });
  return (
    <FormView of={form} send={t('goods.bind.send')} note={sandbox && t('goods.bind.sandbox')}>
      <p>{t('goods.bind.lead')}</p>
      <TextField
        of={form}
        name="number"
        label={t('goods.bind.number')}
        hint={t('goods.bind.numberHint')}
        autoComplete="off"
        maxLength={32}
      />
      <TextField of={form} name="code" label={t('goods.bind.code')} autoComplete="off" maxLength={32} />
    </FormView>
  );
}
