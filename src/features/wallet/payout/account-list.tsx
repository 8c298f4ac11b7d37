import { css } from 'goober';
import { useState } from 'react';
import { type PayoutAccount, type PayoutKind, userAccountList } from '../../../contract/money/payout';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import type { Route } from '../../../core/navigation/route';
import { Button, ButtonLink } from '../../../ui/button';
import { cardDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { ActionBar } from '../../../ui/layout/action-bar';
import { ListView } from '../../../ui/layout/list';
import { full } from '../../../ui/styles';
import { AccountCard } from './account-card';
import { useDeleteAccounts } from './use-delete-accounts';

const heading = css`
  margin: 12px 0 8px;
`;
const row = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  min-height: 44px;
  & > * {
    margin-left: 8px;
  }
`;

const order: PayoutKind[] = ['bank', 'abroad', 'alipay', 'usdt'];

/** Payout accounts, of one kind or by kind: added, edited, deleted one by one or several at a time. */
export function AccountList({
  kinds: displayed = order,
  screen,
  none,
}: {
  /** The listed kinds; all by default. */
  kinds?: readonly PayoutKind[];
  /** The current screen: its forms have the same address. */
  screen: Route<never, 'add' | 'edit'>;
  none: string;
}) {
  const { nav, t } = useApp();
  const list = useList(userAccountList, {});
  const [chosen, setChosen] = useState<readonly string[]>();
  const { busy, remove } = useDeleteAccounts(() => setChosen(undefined));

  const { items: loaded } = list;
  const items = loaded && displayed.flatMap((one) => loaded.filter((account) => account.kind === one));
  const picked = items?.filter(({ id }) => chosen?.includes(id)) ?? [];
  const kinds = items ? (list.head?.kinds ?? []).filter((one) => displayed.includes(one)) : [];
  const adding = kinds.map((one, at) => (
    <ButtonLink key={one} kind={at ? 'plain' : 'primary'} {...nav.link(screen, { add: one })}>
      {t(`payout.add.${one}`)}
    </ButtonLink>
  ));
  const selecting = (id: string) =>
    chosen && {
      chosen: chosen.includes(id),
      toggle: () =>
        setChosen((now = []) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id])),
    };
  const first = (account: PayoutAccount) => items?.find((one) => one.kind === account.kind) === account;

  return (
    <div className={full}>
      <ListView
        of={{ ...list, ...(items && { items }) }}
        itemKey={({ id }) => id}
        empty={<Empty drawing={cardDrawing} text={none} />}
        head={
          items?.length !== 0 && (
            <div className={row}>
              {chosen ? (
                <>
                  <Button small onClick={() => setChosen(items?.map(({ id }) => id))}>
                    {t('payout.selectAll')}
                  </Button>
                  <Button kind="quiet" small onClick={() => setChosen(undefined)}>
                    {t('common.cancel')}
                  </Button>
                </>
              ) : (
                items && (
                  <Button kind="quiet" small onClick={() => setChosen([])}>
                    {t('payout.select')}
                  </Button>
                )
              )}
            </div>
          )
        }
      >
        {(account) => (
          <>
            {displayed === order && first(account) && <h2 className={heading}>{account.type}</h2>}
            <AccountCard
              account={account}
              typed={displayed !== order}
              edit={nav.link(screen, { edit: account.id })}
              busy={busy.includes(account.id)}
              onDelete={() => void remove([account])}
              selecting={selecting(account.id)}
            />
          </>
        )}
      </ListView>
      {(chosen || adding.length > 0) && (
        <ActionBar>
          {chosen ? (
            <Button
              kind="danger"
              disabled={!picked.length}
              busy={busy.length > 0}
              onClick={() => void remove(picked)}
            >
              {picked.length ? t('payout.deleteMany', { count: picked.length }) : t('payout.delete')}
            </Button>
          ) : (
            adding
          )}
        </ActionBar>
      )}
    </div>
  );
}
