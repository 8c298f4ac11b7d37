import { css } from 'goober';
import { type Declaration, DeclarationStatus } from '../../contract/member/declarations';
import { useApp } from '../../core/app';
import { integer, money } from '../../core/text/format';
import { when } from '../../core/text/when';
import { ButtonLink } from '../../ui/button';
import { Avatar } from '../../ui/display/avatar';
import { Steps } from '../../ui/display/steps';
import { Tag, type Tone } from '../../ui/display/tag';
import { quiet, spread } from '../../ui/styles';
import * as declarations from './routes';

const facts = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(8.5em, 1fr));
  grid-gap: 8px 12px;
  margin: 10px 0;
  & dd {
    margin: 0;
    font-weight: 600;
    white-space: nowrap;
  }
`;
const reason = css`
  margin-top: 10px;
  padding: 10px 12px;
  border-radius: calc(var(--cp-round) * 12 / 16);
  background: var(--cp-bad-soft);
  color: var(--cp-bad);
  overflow-wrap: anywhere;
`;

type Name = keyof typeof DeclarationStatus;
const tones: Record<Name, Tone> = { submitted: 'warn', confirmed: 'good', rejected: 'bad' };

export const statusName = (status: DeclarationStatus): Name =>
  status === DeclarationStatus.confirmed
    ? 'confirmed'
    : status === DeclarationStatus.rejected
      ? 'rejected'
      : 'submitted';

export function StatusTag({ status }: { status: DeclarationStatus }) {
  const { t } = useApp();
  const name = statusName(status);
  return <Tag tone={tones[name]}>{t(`declarations.status.${name}`)}</Tag>;
}

/** A declaration: customer, amount, status, and the reason for a rejection. */
export function DeclarationFacts({ of }: { of: Declaration }) {
  const app = useApp();
  const { nav, t } = app;
  const { id, customerName, customerNickname, customerPhone, status, auditResult } = of;
  const rejected = status === DeclarationStatus.rejected;
  return (
    <>
      <div className={spread}>
        <Avatar id={customerName} size={40} />
        <div data-grow="" style={{ minWidth: 'min-content', overflowWrap: 'break-word' }}>
          <h2 style={{ fontSize: 15 }}>{customerNickname}</h2>
          <span className={quiet}>
            {customerName} · {customerPhone}
          </span>
        </div>
        <StatusTag status={status} />
      </div>
      <dl className={facts}>
        <div>
          <dt className={quiet}>{t('declarations.amount')}</dt>
          <dd>{money(of.orderAmount)}</dd>
        </div>
        <div>
          <dt className={quiet}>{t('declarations.quantity')}</dt>
          <dd>{integer(of.quantity)}</dd>
        </div>
        <div>
          <dt className={quiet}>{t('declarations.paidAt')}</dt>
          <dd>{when(of.payTime, app)}</dd>
        </div>
      </dl>
      <Steps
        of={[
          { name: t('declarations.status.submitted') },
          { name: t(rejected ? 'declarations.status.rejected' : 'declarations.status.confirmed') },
        ]}
        at={status === DeclarationStatus.confirmed ? 2 : rejected ? 1 : 0}
        refused={rejected}
      />
      {rejected && (
        <div className={reason}>
          {auditResult}
          <br />
          <ButtonLink kind="quiet" small {...nav.link(declarations.declarationForm, { id })}>
            {t('declarations.again')}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
