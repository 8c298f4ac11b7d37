import type * as v from 'valibot';
import {
  addCategory,
  editCategory,
  type GoodsCategory,
  listCategory,
} from '../../../contract/shop/categories';
import { addByName, rename } from '../../../contract/shop/categories.rules';
import type { Call } from '../../../contract/wire/call';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import type { Props } from '../../../core/navigation/route';
import { ButtonLink } from '../../../ui/button';
import { wrongDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { FormView } from '../../../ui/field/form';
import { TextField } from '../../../ui/field/text-field';
import { ScreenBar } from '../../../ui/layout/bar';
import * as goods from '../routes';

/** `pages/goodsClassifyOper`: a new category, or with `id` a new name for one. */
export default function CategoryForm({ id }: Props<typeof goods.goodsClassifyOper>) {
  const { nav, t } = useApp();
  const categories = useQuery(listCategory, {});
  if (!id)
    return (
      <>
        <ScreenBar />
        <Add />
      </>
    );
  return (
    <>
      <ScreenBar title={t('goods.categories.editTitle')} />
      <Loaded of={categories} skeleton={<Skeleton kind="form" rows={1} />}>
        {({ items }) => {
          const category = items.find((one) => one.id === id);
          if (category) return <Rename of={category} />;
          return (
            <Empty drawing={wrongDrawing} text={t('goods.categories.gone')}>
              <ButtonLink {...nav.link(goods.goodsClassifyList, {})}>{t('goods.categories.all')}</ButtonLink>
            </Empty>
          );
        }}
      </Loaded>
    </>
  );
}

function useDone(text: string) {
  const { nav, toasts } = useApp();
  return () => {
    toasts.show(text);
    nav.back(goods.goodsClassifyList);
  };
}

function Add() {
  const { t } = useApp();
  const form = useForm<typeof addByName, v.InferInput<typeof addByName>, { items: GoodsCategory[] }>({
    call: addCategory as Call<v.InferInput<typeof addByName>, { items: GoodsCategory[] }>,
    rules: addByName,
    initial: { name: '' },
    done: useDone(t('goods.categories.saved')),
  });
  return (
    <FormView of={form} send={t('goods.categories.add')}>
      <TextField of={form} name="name" label={t('goods.categories.name')} maxLength={20} />
    </FormView>
  );
}

function Rename({ of: { id, name } }: { of: GoodsCategory }) {
  const { t } = useApp();
  const form = useForm({
    call: editCategory,
    rules: rename,
    initial: { id, name },
    done: useDone(t('goods.categories.saved')),
  });
  return (
    <FormView of={form} send={t('goods.categories.save')}>
      <TextField of={form} name="name" label={t('goods.categories.name')} maxLength={20} />
    </FormView>
  );
}
