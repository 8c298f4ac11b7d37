import { type Withdrawal, WithdrawalStatus } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { dayAndTime } from '../../../core/text/when';
import { Steps } from '../../../ui/display/steps';

type Step = ['applied' | 'approved' | 'rejected' | 'remitted' | 'revoked', at: string | undefined];

/** The states reached so far, and the expected ones. */
function stepsOf({ status, appliedAt, decidedAt, remittedAt, revokedAt }: Withdrawal): Step[] {
  const first: Step = ['applied', appliedAt];
  if (status === WithdrawalStatus.revoked) return [first, ['revoked', revokedAt]];
  if (status === WithdrawalStatus.rejected) return [first, ['rejected', decidedAt]];
  return [first, ['approved', decidedAt], ['remitted', remittedAt]];
}

/** The current step: the last state reached, or all if the process has ended. */
export function Timeline({ of }: { of: Withdrawal }) {
  const app = useApp();
  const { t } = app;
  const { status, reason } = of;
  const steps = stepsOf(of);
  const rejected = status === WithdrawalStatus.rejected;
  const come = steps.filter(([, at]) => at).length;
  return (
    <>
      <Steps
        of={steps.map(([name, at]) => ({
          name: t(`wallet.status.${name}`),
          note: at
            ? dayAndTime(at, app)
            : // two lines: one would push the other steps together
              name === 'remitted' && (
                <>
                  {t('wallet.quote.expected')}
                  <br />
                  {dayAndTime(of.expectedBy, app)}
                </>
              ),
        }))}
        at={come === steps.length && !rejected ? come : come - 1}
        refused={rejected}
      />
      {rejected && reason && <p style={{ marginTop: 8 }}>{t('wallet.reason', { reason })}</p>}
    </>
  );
}
