import { css } from 'goober';
import { type Account, AccountState } from '../../contract/video/accounts';
import { useApp } from '../../core/app';
import { integer, relative } from '../../core/text/format';
import { Avatar } from '../../ui/display/avatar';
import { Columns } from '../../ui/display/chart';
import { Facts } from '../../ui/display/facts';
import { Tag } from '../../ui/display/tag';
import { quiet } from '../../ui/styles';
import { isHeldUp, stateNames } from './states';

const row = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  padding: 12px 14px;
  color: inherit;
  text-decoration: none;
  &:active {
    background: var(--cp-sunk);
  }
  & > div:nth-child(2) {
    flex: 1 1 5.2em;
    min-width: 0;
    margin: 0 12px;
  }
  & strong {
    display: block;
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > div:last-child {
    text-align: right;
  }
  & svg {
    display: block;
    margin-left: auto;
  }
  & em {
    color: var(--cp-accent);
    font-style: normal;
    font-weight: 600;
  }
`;

/** An account: its name, coins, earnings of today, cloud phone and last refresh. */
export function AccountRow({ account, link }: { account: Account; link: { href: string } }) {
  const app = useApp();
  const { t } = app;
  const { id, nickname, coins, coinsToday, machine, recent, state, updateTime } = account;
  return (
    <a className={row} {...link}>
      <Avatar id={id} size={44} />
      <div>
        <strong>{nickname}</strong>
        {state === AccountState.signedOut ? (
          <Tag tone="warn">{t('accounts.states.signedOut')}</Tag>
        ) : (
          <Facts
            of={[
              coinsToday > 0 && <em>{t('accounts.plus', { count: integer(coinsToday) })}</em>,
              state === AccountState.paused && t('accounts.states.paused'),
              machine ?? t('accounts.noMachine'),
            ]}
          />
        )}
        <p className={quiet}>{t('accounts.updated', { time: relative(updateTime, app) })}</p>
      </div>
      <div>
        <strong>{integer(coins)}</strong>
        <Columns
          rows={4}
          series={[{ name: stateNames[state], tone: isHeldUp(state) ? 'sun' : 'lit' }]}
          columns={recent.map((value, at) => ({ name: String(at), values: [value], text: '' }))}
        />
      </div>
    </a>
  );
}
