import { useEffect, useState } from 'react';
import { listCategory } from '../../contract/shop/categories';
import { editGoods, type GoodsState, quoteGoods, type ShopGoodsDetail } from '../../contract/shop/goods';
import * as rules from '../../contract/shop/goods.rules';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { useForm } from '../../core/form/form';
import { money, whole } from '../../core/text/format';
import { Button } from '../../ui/button';
import { ChoiceField } from '../../ui/field/choice-field';
import { ImageField } from '../../ui/field/image-field';
import { MoneyField } from '../../ui/field/money-field';
import { StepperField } from '../../ui/field/stepper-field';
import { TextField } from '../../ui/field/text-field';
import { ActionBar } from '../../ui/layout/action-bar';
import { Card } from '../../ui/layout/card';
import { filled, pair, quiet } from '../../ui/styles';
import { useBatch } from './list/use-batch';

/** Milliseconds without typing until the price is asked about. */
const settleMs = 400;

/** What a piece earns at the price that is typed, in words; the gateway computes it. */
function useCommission(of: ShopGoodsDetail, price: number | undefined): string {
  const { t } = useApp();
  const [asked, setAsked] = useState(of.price);
  useEffect(() => {
    if (!price || price === asked) return;
    const timer = setTimeout(() => setAsked(price), settleMs);
    return () => clearTimeout(timer);
  }, [price, asked]);
  const { value } = useQuery(quoteGoods, { id: of.id, price: asked });
  const amount = asked === price ? value?.commission : undefined;
  return [
    amount !== undefined && t('goods.detail.commission', { amount: money(amount) }),
    of.supplyPrice !== undefined && t('goods.detail.supply', { amount: money(of.supplyPrice) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Everything about a good that its owner decides. What is typed stays, whoever else changes the good meanwhile. */
export function GoodsForm({
  of,
  state,
  onSaved,
  refresh,
}: {
  of: ShopGoodsDetail;
  /** As it is now, whatever it was when the form began. */
  state: GoodsState;
  onSaved(saved: ShopGoodsDetail): void;
  refresh(): Promise<void>;
}) {
  const { t, toasts } = useApp();
  const categories = useQuery(listCategory, {});
  const batch = useBatch();
  /** What somebody else has made of it since the form began. */
  const [current, setCurrent] = useState<ShopGoodsDetail>();
  const [waiting, setWaiting] = useState(false);
  const form = useForm({
    call: editGoods,
    rules: rules.editGoods,
    initial: {
      id: of.id,
      version: of.version,
      name: of.name,
      description: of.description,
      price: of.price,
      stock: of.stock,
      stockBefore: of.stock,
      categoryId: of.categoryId,
      pictures: of.pictures,
    },
    done(saved, { stock, stockBefore }) {
      const sold = stock - saved.stock;
      toasts.show(
        sold > 0 && stockBefore !== undefined
          ? t('goods.detail.soldMeanwhile', { count: whole(sold), stock: whole(saved.stock) })
          : t('goods.detail.saved'),
      );
      onSaved(saved);
    },
    refused(answer) {
      const there = (answer as { current?: ShopGoodsDetail }).current;
      if (there) setCurrent(there);
      return !!there;
    },
  });
  const commission = useCommission(of, form.values.price);
  const shelves = categories.value?.items ?? [];
  const toggle = state === 'on' ? 'off' : 'on';
  const failed = batch.outcome?.failed[0]?.message;
  return (
    <form
      className={filled}
      data-bar=""
      noValidate
      style={{ marginTop: 20 }}
      onSubmit={(event) => void form.submit(event)}
    >
      <TextField of={form} name="name" label={t('goods.detail.name')} maxLength={60} />
      <MoneyField of={form} name="price" label={t('goods.detail.price')} hint={commission} />
      <StepperField of={form} name="stock" label={t('goods.detail.stock')} max={1_000_000} />
      <ChoiceField
        of={form}
        name="categoryId"
        label={t('goods.detail.category')}
        options={[
          { value: '', label: t('goods.detail.noCategory') },
          ...shelves.map(({ id, name }) => ({ value: id, label: name })),
          // until the categories are here, the one that is set has its name
          ...(categories.value || !of.categoryId
            ? []
            : [{ value: of.categoryId, label: of.categoryName ?? '' }]),
        ]}
      />
      <TextField
        of={form}
        name="description"
        label={t('goods.detail.description')}
        optional
        lines={4}
        maxLength={2000}
      />
      <ImageField
        of={form}
        name="pictures"
        label={t('goods.detail.pictures')}
        hint={t('goods.detail.picturesHint')}
        optional
        max={9}
        onWaiting={setWaiting}
      />
      {form.refusal && <p role="alert">{form.refusal}</p>}
      {failed && <p role="alert">{failed}</p>}
      {current && (
        <Card>
          <p role="alert">{t('goods.detail.changed')}</p>
          <p className={quiet}>
            {[
              current.name,
              money(current.price),
              t('goods.list.stock', { stock: whole(current.stock), sold: whole(current.sold) }),
            ].join(' · ')}
          </p>
          <div className={pair}>
            <Button small onClick={() => onSaved(current)}>
              {t('goods.detail.theirs')}
            </Button>
            <Button
              small
              busy={form.busy}
              onClick={() => {
                form.set('version', current.version);
                setCurrent(undefined);
                void form.submit();
              }}
            >
              {t('goods.detail.mine')}
            </Button>
          </div>
        </Card>
      )}
      <ActionBar>
        <Button
          busy={batch.busy}
          onClick={() =>
            void batch
              .run({ kind: toggle, target: { ids: [of.id] }, count: 1 })
              .then((answered) => (answered ? refresh() : undefined))
          }
        >
          {t(`goods.batch.${toggle}`)}
        </Button>
        <Button type="submit" kind="primary" busy={form.busy} disabled={waiting}>
          {t('goods.detail.save')}
        </Button>
      </ActionBar>
    </form>
  );
}
