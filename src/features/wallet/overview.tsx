import { css } from 'goober';
import { balance } from '../../contract/member/auth';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { ButtonLink } from '../../ui/button';
import { Loaded } from '../../ui/feedback/loaded';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Cell, Cells } from '../../ui/layout/cell';
import { Section } from '../../ui/layout/section';
import { Totals } from './movements/totals';
import { useRefreshOnShow } from './refresh-on-show';
import * as wallet from './routes';

const wide = css`
  margin-top: 20px;
  & > a {
    width: 100%;
  }
`;

/** The wallet as an embed in a partner's page: the member's balances, and links. The form of a withdrawal is loaded on demand. */
export default function Overview() {
  const { nav, t } = useApp();
  const amounts = useQuery(balance, {});
  useRefreshOnShow(() => void amounts.refresh());
  return (
    <Loaded of={amounts} skeleton={<Skeleton kind="detail" rows={3} />}>
      {(data) => (
        <>
          <Section>
            <Totals of={data} />
            <div className={wide}>
              <ButtonLink kind="primary" {...nav.link(wallet.balance, {})}>
                {t('wallet.apply.title')}
              </ButtonLink>
            </div>
          </Section>
          <Section>
            <Cells>
              <Cell label={t('wallet.titles.withDrawRecord')} {...nav.link(wallet.withDrawRecord, {})} />
              <Cell label={t('wallet.accounts')} {...nav.link(wallet.accountManage, {})} />
            </Cells>
          </Section>
        </>
      )}
    </Loaded>
  );
}
