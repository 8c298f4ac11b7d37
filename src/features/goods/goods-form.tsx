import { useEffect, useState } from 'react';
import { listCategory } from '../../contract/shop/categories';
import { editGoods, type GoodsState, quoteGoods, type ShopGoodsDetail } from '../../contract/shop/goods';
import * as rules from '../../contract/shop/goods.rules';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { useForm } from '../../core/form/form';
import { integer, money } from '../../core/text/format';
import { Button } from '../../ui/button';
import { barred } from '../../ui/field/bar-form';
import { ChoiceField } from '../../ui/field/choice-field';
import { ImageField } from '../../ui/field/image-field';
import { MoneyField } from '../../ui/field/money-field';
import { StepperField } from '../../ui/field/stepper-field';
import { TextField } from '../../ui/field/text-field';
import { ActionBar } from '../../ui/layout/action-bar';
import { Card } from '../../ui/layout/card';
import { filled, pair, quiet } from '../../ui/styles';
import { useBatch } from './list/use-batch';

/** Milliseconds without typing before the earnings for a price are requested. */
const settleMs = 400;

/** The earnings per piece at the typed price as text; the gateway calculates them. */
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

/** The categories for a good, and none. */
function useCategoryOptions(of: ShopGoodsDetail) {
  const { t } = useApp();
  const { value } = useQuery(listCategory, {});
  return [
    { value: '', label: t('goods.detail.noCategory') },
    ...(value?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
    // until the categories arrive, the current one is shown by its name
    ...(value || !of.categoryId ? [] : [{ value: of.categoryId, label: of.categoryName ?? '' }]),
  ];
}

/** The form of a good, and the handling of a change by somebody else since it began. */
function useGoodsForm(of: ShopGoodsDetail, onSaved: (saved: ShopGoodsDetail) => void) {
  const { t, toasts } = useApp();
  /** The good after a change by somebody else since the form began. */
  const [current, setCurrent] = useState<ShopGoodsDetail>();
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
          ? t('goods.detail.soldMeanwhile', { count: integer(sold), stock: integer(saved.stock) })
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
  return {
    form,
    current,
    /** Saves the typed values over the other person's change. */
    keepMine() {
      if (current) form.set('version', current.version);
      setCurrent(undefined);
      void form.submit();
    },
  };
}

/** All fields of a good that its owner decides. Typed values stay, even if somebody else changes the good. */
export function GoodsForm({
  of,
  state,
  onSaved,
  refresh,
}: {
  of: ShopGoodsDetail;
  /** Its current state, whatever it was when the form began. */
  state: GoodsState;
  onSaved(saved: ShopGoodsDetail): void;
  refresh(): Promise<void>;
}) {
  const { t } = useApp();
  const categories = useCategoryOptions(of);
  const batch = useBatch();
  const [waiting, setWaiting] = useState(false);
  const { form, current, keepMine } = useGoodsForm(of, onSaved);
  const commission = useCommission(of, form.values.price);
  const toggle = state === 'on' ? 'off' : 'on';
  const failed = batch.outcome?.failed[0]?.message;
  return (
    <form
      className={`${filled} ${barred}`}
      data-bar=""
      noValidate
      style={{ marginTop: 20 }}
      onSubmit={(event) => void form.submit(event)}
    >
      <TextField of={form} name="name" label={t('goods.detail.name')} maxLength={60} />
      <MoneyField of={form} name="price" label={t('goods.detail.price')} hint={commission} />
      <StepperField of={form} name="stock" label={t('goods.detail.stock')} max={1_000_000} />
      <ChoiceField of={form} name="categoryId" label={t('goods.detail.category')} options={categories} />
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
        <ChangedMeanwhile of={current} busy={form.busy} onTheirs={() => onSaved(current)} onMine={keepMine} />
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

/** The good after a change by somebody else: the member can keep either version. */
function ChangedMeanwhile({
  of,
  busy,
  onTheirs,
  onMine,
}: {
  of: ShopGoodsDetail;
  busy: boolean;
  onTheirs(): void;
  onMine(): void;
}) {
  const { t } = useApp();
  return (
    <Card>
      <p role="alert">{t('goods.detail.changed')}</p>
      <p className={quiet}>
        {[
          of.name,
          money(of.price),
          t('goods.list.stock', { stock: integer(of.stock), sold: integer(of.sold) }),
        ].join(' · ')}
      </p>
      <div className={pair}>
        <Button small onClick={onTheirs}>
          {t('goods.detail.theirs')}
        </Button>
        <Button small busy={busy} onClick={onMine}>
          {t('goods.detail.mine')}
        </Button>
      </div>
    </Card>
  );
}
