import { listMovements, type MovementKind, movementReasons } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import type { Props } from '../../../core/navigation/route';
import { monthName } from '../../../core/text/calendar';
import { offset } from '../../../core/text/when';
import { ButtonLink } from '../../../ui/button';
import { Amount } from '../../../ui/display/amount';
import { wrongDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Card } from '../../../ui/layout/card';
import { ListView } from '../../../ui/layout/list';
import { quiet } from '../../../ui/styles';
import { useRefreshOnShow } from '../refresh-on-show';
import * as wallet from '../routes';
import { amountOf } from '../withdrawal/amount';
import { Download } from './download';
import { MovementFilters } from './movement-filters';
import { MovementRow } from './movement-row';

const kinds: MovementKind[] = ['balance', 'store', 'frozen', 'points', 'cloudBeans', 'promotion', 'income'];
const isMoney = (kind: MovementKind) => !/points|cloudBeans|promotion/.test(kind);
const isKind = (kind: string): kind is MovementKind => kinds.includes(kind as MovementKind);

/** `pages/mine/movements`: the movements behind an amount: all, or those with one reason, month or reference. */
export default function Movements({ kind, ...filter }: Props<typeof wallet.movements>) {
  const { nav, t } = useApp();
  if (isKind(kind)) return <List kind={kind} {...filter} />;
  return (
    <div role="alert">
      <Empty drawing={wrongDrawing} text={t('common.failures.parameter')}>
        <ButtonLink {...nav.link(wallet.balance, {})}>{t('wallet.titles.balance')}</ButtonLink>
      </Empty>
    </div>
  );
}

function List({ kind, reason, month, ref }: Props<typeof wallet.movements> & { kind: MovementKind }) {
  const app = useApp();
  const { nav, platform, t } = app;
  const list = useList(listMovements, {
    kind,
    ...(reason && { reason }),
    ...(month && { month }),
    ...(ref && { ref }),
  });
  useRefreshOnShow(() => void list.refresh());
  const knownReason = movementReasons.find((one) => one === reason);
  const only = [
    knownReason && t(`wallet.reasons.${knownReason}`),
    month && monthName(month, app),
    ref && t('wallet.movements.of', { ref }),
  ]
    .filter(Boolean)
    .join(' · ');
  const { total, held } = list.head ?? {};
  return (
    <ListView
      of={list}
      layout="joined"
      itemKey={({ id }) => id}
      empty={t('wallet.movements.none')}
      head={
        <div style={{ marginBottom: 12 }}>
          <Card night>
            <p className={quiet}>
              {t(`wallet.kinds.${kind}`)}
              {only && ` · ${only}`}
            </p>
            <Amount of={total === undefined ? '–' : amountOf(kind, total)} size="figure" />
            {(only || total !== held) && (
              <p className={quiet}>
                {only && t('wallet.movements.sum')}
                {only && held !== undefined && ' · '}
                {held !== undefined && t('wallet.movements.held', { amount: amountOf(kind, held) })}
              </p>
            )}
          </Card>
          {!ref && (
            <MovementFilters
              kind={kind}
              reason={reason}
              month={month}
              onChange={(filter) => nav.go(wallet.movements, { kind, ...filter }, { replace: true })}
            />
          )}
          {!platform.guest && !!list.items?.length && (
            <Download
              of={{ kind, ...(reason && { reason }), ...(month && { month }), ...(ref && { ref }) }}
            />
          )}
          {isMoney(kind) && <p className={quiet}>{t('statement.currency', { zone: offset(app) })}</p>}
          {ref && (
            <ButtonLink kind="quiet" small {...nav.link(wallet.movements, { kind })}>
              {t('wallet.movements.everything')}
            </ButtonLink>
          )}
        </div>
      }
    >
      {(movement) => <MovementRow of={movement} named={kind === 'income'} />}
    </ListView>
  );
}
