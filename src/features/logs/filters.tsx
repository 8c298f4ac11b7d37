import { css } from 'goober';
import { type ReactNode, useState } from 'react';
import { listAccounts } from '../../contract/video/accounts';
import { chinaAhead } from '../../contract/wire/china';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { calendarDay } from '../../core/text/calendar';
import { Avatar } from '../../ui/display/avatar';
import { Icon } from '../../ui/display/icon';
import { downIcon } from '../../ui/display/icons';
import { Sheet } from '../../ui/feedback/sheet';
import { fromStart } from '../../ui/field/date-field';
import { Cell, Cells } from '../../ui/layout/cell';
import { ListView } from '../../ui/layout/list';
import { input, quiet } from '../../ui/styles';

const chips = css`
  display: flex;
  margin: 0 -16px;
  padding: 0 16px;
  overflow-x: auto;
  scrollbar-width: none;
  &::-webkit-scrollbar {
    display: none;
  }
  & > button {
    flex: none;
    min-height: 44px;
    margin-right: 8px;
    color: var(--cp-quiet);
    font-size: 14px;
    white-space: nowrap;
  }
  & > button > span {
    display: flex;
    align-items: center;
    padding: 6px 12px;
    border-radius: calc(var(--cp-round) * 12 / 16);
    background: var(--cp-card);
  }
  & > [data-set] > span {
    background: var(--cp-ink);
    color: var(--cp-paper);
    font-weight: 600;
  }
`;
const box = css`
  max-height: 60vh;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

/** The filters; an absent one is not applied. `day` is in China, `2026-11-20`. */
export interface Chosen {
  account?: { id: string; nickname: string };
  day?: string;
  state?: 0 | 1;
}

const without = (chosen: Chosen, name: keyof Chosen): Chosen => {
  const { [name]: _, ...others } = chosen;
  return others;
};

const dayLength = 86_400_000;
/** The day in China a number of days before today. */
const dayOf = (ago: number) => new Date(Date.now() + chinaAhead - ago * dayLength).toISOString().slice(0, 10);

/** Three chips that each open a sheet; a chip with a value is highlighted and shows it. */
export function Filters({ chosen, onChange }: { chosen: Chosen; onChange(chosen: Chosen): void }) {
  const app = useApp();
  const { t } = app;
  const [open, setOpen] = useState<keyof Chosen>();
  const pick = (next: Chosen) => {
    onChange(next);
    setOpen(undefined);
  };
  const { account, day, state } = chosen;
  const [today, yesterday] = [dayOf(0), dayOf(1)];
  const dayName =
    day === today ? t('logs.today') : day === yesterday ? t('logs.yesterday') : day && calendarDay(day, app);
  const stateName = state === undefined ? undefined : t(state ? 'logs.grabbedTag' : 'logs.missedTag');
  const close = () => setOpen(undefined);
  return (
    <div className={chips}>
      <Chip label={t('logs.allDays')} value={dayName} onClick={() => setOpen('day')} />
      <Chip label={t('logs.allAccounts')} value={account?.nickname} onClick={() => setOpen('account')} />
      <Chip label={t('logs.allStates')} value={stateName} onClick={() => setOpen('state')} />
      <Sheet open={open === 'day'} title={t('logs.day')} onClose={close}>
        <Cells>
          <Cell label={t('logs.allDays')} onClick={() => pick(without(chosen, 'day'))} />
          <Cell
            label={t('logs.today')}
            value={calendarDay(today, app)}
            onClick={() => pick({ ...chosen, day: today })}
          />
          <Cell
            label={t('logs.yesterday')}
            value={calendarDay(yesterday, app)}
            onClick={() => pick({ ...chosen, day: yesterday })}
          />
        </Cells>
        <label className={quiet} style={{ display: 'block', marginTop: 12 }}>
          {t('logs.otherDay')}
          <input
            className={`${input} ${fromStart}`}
            type="date"
            max={today}
            value={day ?? ''}
            onChange={({ currentTarget: { value } }) =>
              /^\d{4}-\d\d-\d\d$/.test(value) && pick({ ...chosen, day: value })
            }
          />
        </label>
      </Sheet>
      <Sheet open={open === 'state'} title={t('logs.state')} onClose={close}>
        <Cells>
          <Cell label={t('logs.allStates')} onClick={() => pick(without(chosen, 'state'))} />
          <Cell label={t('logs.grabbedTag')} onClick={() => pick({ ...chosen, state: 1 })} />
          <Cell label={t('logs.missedTag')} onClick={() => pick({ ...chosen, state: 0 })} />
        </Cells>
      </Sheet>
      {open === 'account' && (
        <Sheet open title={t('logs.account')} onClose={close}>
          <Accounts
            onAll={() => pick(without(chosen, 'account'))}
            onChoose={(one) => pick({ ...chosen, account: one })}
          />
        </Sheet>
      )}
    </div>
  );
}

function Chip({ label, value, onClick }: { label: string; value: ReactNode; onClick(): void }) {
  return (
    <button type="button" aria-haspopup="dialog" data-set={value ? '' : undefined} onClick={onClick}>
      <span>
        {value ?? label} <Icon of={downIcon} size={16} />
      </span>
    </button>
  );
}

function Accounts({
  onAll,
  onChoose,
}: {
  onAll(): void;
  onChoose(account: { id: string; nickname: string }): void;
}) {
  const { t } = useApp();
  const list = useList(listAccounts, {});
  return (
    <div className={box}>
      <ListView
        of={list}
        layout="joined"
        itemKey={({ id }) => id}
        empty={t('logs.nothing')}
        head={
          <Cells>
            <Cell label={t('logs.allAccounts')} onClick={onAll} />
          </Cells>
        }
      >
        {({ id, nickname, account }) => (
          <Cell
            icon={<Avatar id={id} size={32} />}
            label={nickname}
            note={`@${account}`}
            onClick={() => onChoose({ id, nickname })}
          />
        )}
      </ListView>
    </div>
  );
}
