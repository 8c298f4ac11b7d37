import { css } from 'goober';
import { useApp } from '../../../core/app';
import { money } from '../../../core/text/format';
import { Button } from '../../../ui/button';
import { hint } from '../../../ui/field/hint';
import { type Proposal, usePendingApplication } from './apply-withdrawal';

const below = css`
  margin: 0 0 20px;
  & > button {
    margin-top: 8px;
  }
`;

/** An application whose response was lost, also by a reload: a button that finds its result. */
export function PendingNote({ look }: { look(proposal: Proposal): void }) {
  const { t } = useApp();
  const { pending: sent } = usePendingApplication();
  if (!sent) return null;
  return (
    <div className={`${hint} ${below}`} role="status">
      <p>{t('wallet.unsure.text', { amount: money(sent.input.amount) })}</p>
      <Button small onClick={() => look(sent)}>
        {t('wallet.unsure.look')}
      </Button>
    </div>
  );
}
