import { listOrderLog, type OrderLog } from '../../contract/buying/devices';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import type { Props } from '../../core/navigation/route';
import { monthName } from '../../core/text/calendar';
import { day } from '../../core/text/day';
import { integer, money } from '../../core/text/format';
import { Amount } from '../../ui/display/amount';
import { Tag } from '../../ui/display/tag';
import { Card } from '../../ui/layout/card';
import { Cell, Cells } from '../../ui/layout/cell';
import { ListView } from '../../ui/layout/list';
import { quiet, row } from '../../ui/styles';
import * as wallet from '../wallet/routes';
import type * as devices from './routes';

const apart = { flexWrap: 'wrap', justifyContent: 'space-between' } as const;
/** The parts of the sum, before it is known. */
const expected: { kind: OrderLog['kind']; amount?: number }[] = [{ kind: 'rent' }, { kind: 'acceleration' }];

/** `pages/list/earnings`: earnings of the machines, of one device order or of all (spec §2, acceleration list). */
export default function Earnings({ serialNumber }: Props<typeof devices.earnings>) {
  const app = useApp();
  const { nav, t } = app;
  const list = useList(listOrderLog, serialNumber ? { serialNumber } : {});
  const totals = new Map(list.head?.months.map(({ month, total }) => [month, total]));
  /** The newest entry of each month, by its id. */
  const begins = new Map<string, string>();
  for (const { id, month } of list.items ?? []) if (!begins.has(month)) begins.set(month, id);
  return (
    <ListView
      of={list}
      itemKey={({ id }) => id}
      empty={t('device-detail.earnings.none')}
      head={
        <div style={{ marginBottom: 12 }}>
          <Card night>
            <p className={quiet}>{t('device-detail.earnings.total')}</p>
            <Amount of={list.head ? money(list.head.total) : '–'} size="figure" />
            <p className={quiet}>
              {serialNumber
                ? t('device-detail.earnings.one', { serialNumber })
                : t('device-detail.earnings.everything')}
            </p>
            {(list.head?.kinds ?? expected).map(({ kind, amount }) => (
              <p key={kind} className={quiet}>
                {t(`device-detail.earnings.${kind}`)} {amount === undefined ? '–' : money(amount)}
              </p>
            ))}
          </Card>
          <Cells>
            <Cell
              label={t('device-detail.earnings.months')}
              note={t('device-detail.earnings.monthsNote')}
              {...nav.link(wallet.revenueRecords, {})}
            />
          </Cells>
        </div>
      }
    >
      {(log) => {
        const { id, month } = log;
        return (
          <>
            {begins.get(month) === id && (
              <div className={row} style={{ ...apart, margin: '8px 4px' }}>
                <h2>{monthName(month, app)}</h2>
                <span className={quiet}>{money(totals.get(month) ?? 0)}</span>
              </div>
            )}
            <Card>
              <div className={row} style={apart}>
                <span>
                  <span style={{ whiteSpace: 'nowrap' }}>{day(log.at, app)}</span>{' '}
                  <Tag tone={log.kind === 'rent' ? 'quiet' : 'good'}>
                    {t(`device-detail.earnings.${log.kind}`)}
                  </Tag>
                </span>
                <strong>+{money(log.amount)}</strong>
              </div>
              <p className={quiet}>
                {!serialNumber && `${log.serialNumber} · `}
                {t('device-detail.earnings.machines', { count: integer(log.machines) })}
              </p>
            </Card>
          </>
        );
      }}
    </ListView>
  );
}
