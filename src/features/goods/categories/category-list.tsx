import { css } from 'goober';
import { useState } from 'react';
import { type GoodsCategory, listAdminCategory, listCategory } from '../../../contract/shop/categories';
import { type BatchAnswer, getShop } from '../../../contract/shop/goods';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { integer } from '../../../core/text/format';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/display/icon';
import { plusIcon, taskIcon } from '../../../ui/display/icons';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { PullToRefresh } from '../../../ui/feedback/pull';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { ActionBar } from '../../../ui/layout/action-bar';
import { ScreenBar } from '../../../ui/layout/bar';
import { Section } from '../../../ui/layout/section';
import { hidden, input, panel, quiet, target } from '../../../ui/styles';
import { NoShop } from '../setup/no-shop';
import { CategoryRow } from './category-row';
import { useCategoryChanges } from './use-category-changes';
import { useOrder } from './use-order';

const shelf = css`
  overflow: visible;
  & > li + li {
    border-top: 1px solid var(--cp-line);
  }
  & > li:first-child > * {
    border-radius: var(--cp-round) var(--cp-round) 0 0;
  }
  & > li:last-child > * {
    border-radius: 0 0 var(--cp-round) var(--cp-round);
  }
  & > li:only-child > * {
    border-radius: var(--cp-round);
  }
`;
const chips = css`
  display: flex;
  flex-wrap: wrap;
  margin: 0 -4px;
  & > button {
    margin: 4px;
  }
`;

const form = css`
  display: flex;
  flex-wrap: wrap;
  & > input {
    flex: 3 1 8em;
    width: auto;
    margin-right: 8px;
  }
`;

/** `pages/goodsClassifyList`: the categories of the member's shop in the member's order; added, renamed, imported, removed. */
export default function CategoryList() {
  const categories = useQuery(listCategory, {});
  const shop = useQuery(getShop, {});
  const [choosing, setChoosing] = useState(false);
  const { t } = useApp();
  const select = !!categories.value?.items.length && (
    <button
      type="button"
      className={target}
      aria-label={t(choosing ? 'goods.categories.done' : 'goods.categories.select')}
      aria-pressed={choosing}
      onClick={() => setChoosing(!choosing)}
    >
      <Icon of={taskIcon} size={24} />
    </button>
  );
  if (shop.value && !shop.value.shop)
    return (
      <>
        <ScreenBar />
        <NoShop />
      </>
    );
  return (
    <>
      <ScreenBar action={select} />
      <Loaded of={categories} skeleton={<Skeleton rows={4} />}>
        {({ items }) => (
          <Shelves
            of={items}
            choosing={choosing}
            onChosen={() => setChoosing(false)}
            onRefresh={() => categories.refresh()}
          />
        )}
      </Loaded>
    </>
  );
}

function Shelves({
  of,
  choosing,
  onChosen,
  onRefresh,
}: {
  of: GoodsCategory[];
  choosing: boolean;
  onChosen(): void;
  onRefresh(): Promise<void>;
}) {
  const { t } = useApp();
  const { items, announcement, saving, move, drop } = useOrder(of, onRefresh);
  const [lifted, setLifted] = useState<string>();
  const [chosen, setChosen] = useState<string[]>([]);
  const [failed, setFailed] = useState<BatchAnswer['failed']>([]);
  const changes = useCategoryChanges();
  const picked = choosing ? chosen : [];

  async function remove() {
    const left = await changes.remove(picked);
    if (!left) return;
    setChosen([]);
    setFailed(left);
    if (!left.length) onChosen();
  }
  const toggle = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  return (
    <>
      <PullToRefresh onRefresh={onRefresh}>
        {items.length ? (
          <>
            <p className={quiet} style={{ margin: '0 0 10px' }}>
              {t('goods.categories.hint')}
            </p>
            {/* biome-ignore lint/a11y/noRedundantRoles: without its dots, a list is none to VoiceOver unless it says so */}
            <ul role="list" aria-busy={saving} className={`${panel} ${shelf}`}>
              {items.map((one, at) => (
                <li key={one.id}>
                  <CategoryRow
                    of={one}
                    at={at}
                    lifted={lifted === one.id}
                    chosen={choosing ? picked.includes(one.id) : undefined}
                    onLift={(up) => setLifted(up ? one.id : undefined)}
                    onMove={(to) => move(one.id, to)}
                    onDrop={() => drop(one.id)}
                    onToggle={() => toggle(one.id)}
                  />
                  {failed.map(
                    ({ id, message }) =>
                      id === one.id && (
                        <p key={id} role="alert" style={{ padding: '0 14px 8px', color: 'var(--cp-bad)' }}>
                          {message}
                        </p>
                      ),
                  )}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <Empty text={t('goods.categories.none')} />
        )}
        <p className={hidden} role="status">
          {announcement}
        </p>
        <PlatformCategories onTake={(id) => void changes.add({ platformIds: [id] })} />
      </PullToRefresh>
      <ActionBar>
        {choosing ? (
          <Button
            kind="danger"
            busy={changes.busy}
            disabled={!picked.length}
            onClick={() => void remove()}
            style={{ flex: '1 1 100%' }}
          >
            {t('goods.categories.delete', { count: integer(picked.length) })}
          </Button>
        ) : (
          <NewCategory of={changes} />
        )}
      </ActionBar>
    </>
  );
}

/** The form for a category of the member's own. */
function NewCategory({ of: { name, busy, setName, add } }: { of: ReturnType<typeof useCategoryChanges> }) {
  const { t } = useApp();
  return (
    <form
      className={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) void add({ name: name.trim() });
      }}
    >
      <input
        className={input}
        aria-label={t('goods.categories.new')}
        placeholder={t('goods.categories.new')}
        maxLength={20}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" kind="primary" busy={busy} disabled={!name.trim()} style={{ flex: '1 0 5em' }}>
        {t('goods.categories.add')}
      </Button>
    </form>
  );
}

/** The platform's categories that the shop has not imported yet; undefined if there are none. */
function PlatformCategories({ onTake }: { onTake(id: string): void }) {
  const { t } = useApp();
  const { value } = useQuery(listAdminCategory, {});
  const offered = value ? value.items.filter(({ taken }) => !taken) : [];
  return offered.length ? (
    <div style={{ marginTop: 20 }}>
      <Section title={t('goods.categories.platform')}>
        <div className={chips}>
          {offered.map(({ id, name }) => (
            <Button
              key={id}
              small
              aria-label={t('goods.categories.take', { name })}
              onClick={() => onTake(id)}
            >
              <Icon of={plusIcon} size={16} />
              {name}
            </Button>
          ))}
        </div>
      </Section>
    </div>
  ) : null;
}
