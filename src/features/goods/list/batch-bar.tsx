import { css } from 'goober';
import { useState } from 'react';
import type { GoodsCategory } from '../../../contract/shop/categories';
import { useApp } from '../../../core/app';
import type { Selection } from '../../../core/data/selection';
import { integer } from '../../../core/text/format';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/display/icon';
import { categoryIcon } from '../../../ui/display/icons';
import { Sheet } from '../../../ui/feedback/sheet';
import { CheckBox } from '../../../ui/field/check-box';
import { ActionBar } from '../../../ui/layout/action-bar';
import { Cell, Cells } from '../../../ui/layout/cell';
import { red } from '../../../ui/styles';
import type { BatchKind } from './use-batch';

const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  font-size: 14px;
  & > label {
    display: flex;
    align-items: center;
    min-height: 44px;
    margin-right: 16px;
  }
  & > strong {
    flex: 1 1 4em;
  }
`;

/** Allows three buttons in a row. */
const narrow = { minWidth: 0, padding: '6px 8px' };

/** Replaces the tab bar while goods are selected: their number, and the actions for them. */
export function BatchBar({
  selection,
  total,
  kinds,
  categories,
  busy,
  onRun,
}: {
  selection: Selection;
  total: number;
  /** The last one is the primary button. */
  kinds: ('on' | 'off')[];
  categories: readonly GoodsCategory[];
  busy: boolean;
  onRun(kind: BatchKind, category?: { id: string; name: string }): void;
}) {
  const { t } = useApp();
  const [choosing, setChoosing] = useState(false);
  const { count, all, ids, stop, toggleAll } = selection;
  const places = [...categories, { id: '', name: t('goods.list.uncategorized') }];
  return (
    <ActionBar>
      <section
        className={head}
        style={{ flex: '1 0 100%', margin: '0 4px' }}
        aria-label={t('goods.batch.label')}
      >
        <CheckBox
          checked={all && !ids.length}
          label={t('goods.batch.all', { count: integer(total) })}
          onChange={toggleAll}
        />
        <strong role="status">{t('goods.batch.selected', { count: integer(count) })}</strong>
        <Button kind="quiet" small onClick={stop}>
          {t('common.cancel')}
        </Button>
      </section>
      <Button small disabled={!count} onClick={() => setChoosing(true)} style={narrow}>
        <Icon of={categoryIcon} size={18} />
        {t('goods.batch.category')}
      </Button>
      <Button
        small
        disabled={!count}
        busy={busy}
        style={{ ...narrow, ...red }}
        onClick={() => onRun('delete')}
      >
        {t('goods.batch.delete')}
      </Button>
      {kinds.map((kind, at) => (
        <Button
          key={kind}
          small
          kind={at === kinds.length - 1 ? 'primary' : 'plain'}
          disabled={!count}
          busy={busy}
          style={narrow}
          onClick={() => onRun(kind)}
        >
          {t(`goods.batch.${kind}`)}
        </Button>
      ))}
      <Sheet open={choosing} title={t('goods.batch.choose')} onClose={() => setChoosing(false)}>
        <Cells>
          {places.map(({ id, name }) => (
            <Cell
              key={id}
              label={name}
              onClick={() => {
                setChoosing(false);
                onRun('category', { id, name });
              }}
            />
          ))}
        </Cells>
      </Sheet>
    </ActionBar>
  );
}
