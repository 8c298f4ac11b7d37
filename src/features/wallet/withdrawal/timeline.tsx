import { css } from 'goober';
import { type Withdrawal, WithdrawalStatus } from '../../../contract/wallet';
import { useApp } from '../../../core/app';
import { dateTime } from '../../../core/text/format';
import { quiet } from '../../../ui/styles';

const timeline = css`
  margin: 0;
  padding: 0;
  list-style: none;
  & li {
    position: relative;
    padding-left: 24px;
    color: var(--cp-quiet);
  }
  & li + li {
    margin-top: 12px;
  }
  & li::before {
    position: absolute;
    top: 7px;
    left: 2px;
    width: 10px;
    height: 10px;
    border-radius: 50%;
    background: var(--cp-unlit);
    content: '';
  }
  & [data-lit] {
    color: inherit;
  }
  & [data-lit]::before {
    background: var(--cp-lit);
  }
  & [data-lit='bad']::before {
    background: var(--cp-bad);
  }
`;

type Step = ['applied' | 'approved' | 'rejected' | 'remitted' | 'revoked', at: string | undefined];

/** The states it has been in, lit; those that are ahead of it, not. */
function stepsOf({ status, appliedAt, decidedAt, remittedAt, revokedAt }: Withdrawal): Step[] {
  const first: Step = ['applied', appliedAt];
  if (status === WithdrawalStatus.revoked) return [first, ['revoked', revokedAt]];
  if (status === WithdrawalStatus.rejected) return [first, ['rejected', decidedAt]];
  return [first, ['approved', decidedAt], ['remitted', remittedAt]];
}

export function Timeline({ of }: { of: Withdrawal }) {
  const { t } = useApp();
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without its numbers, a list is none to VoiceOver unless it says so
    <ol className={timeline} role="list">
      {stepsOf(of).map(([name, at]) => (
        <li key={name} data-lit={at && (name === 'rejected' ? 'bad' : '')}>
          {t(`wallet.status.${name}`)}
          <p className={quiet}>
            {at
              ? dateTime(at)
              : name === 'remitted' && `${t('wallet.quote.expected')}: ${dateTime(of.expectedBy)}`}
          </p>
          {at && name === 'rejected' && of.reason && <p>{t('wallet.reason', { reason: of.reason })}</p>}
        </li>
      ))}
    </ol>
  );
}
