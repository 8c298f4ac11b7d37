import {
  askDeletion,
  type Deletion,
  deletion,
  keepAccount,
  type Obstacle,
} from '../../../contract/member/privacy';
import { deletionForm } from '../../../contract/member/privacy.rules';
import { useApp } from '../../../core/app';
import { useConfirmedMutation } from '../../../core/data/confirmed-mutation';
import { fetchOrThrow, useQuery } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import type { OpenRoute } from '../../../core/navigation/route';
import { day } from '../../../core/text/day';
import { integer, money } from '../../../core/text/format';
import { Button } from '../../../ui/button';
import { Loaded } from '../../../ui/feedback/loaded';
import { PasswordField } from '../../../ui/field/password-field';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { filled, quiet } from '../../../ui/styles';
import * as devices from '../../devices/routes';
import * as friends from '../../friends/routes';
import * as goods from '../../goods/routes';
import * as orders from '../../orders/routes';
import * as wallet from '../../wallet/routes';
import * as mine from '../routes';
import { SignOut, useForgetMember } from '../sign-out';

const placeOf: Record<Obstacle, OpenRoute> = {
  balance: wallet.balance,
  storeBalance: wallet.balance,
  withdrawals: wallet.withDrawRecord,
  orders: orders.payOrder,
  devices: devices.list,
  refunds: orders.payOrder,
  providerRefunds: orders.payOrder,
  remittances: orders.topUp,
  sales: goods.goods,
  rewards: friends.myTeam,
};
const isMoney = (kind: Obstacle) => kind === 'balance' || kind === 'storeBalance';

/** `pages/mine/deleteAccount`: what is in the way, what is kept, the form; and while the account is going to be deleted, how to keep it. */
export default function DeleteAccount() {
  const { t } = useApp();
  const state = useQuery(deletion, {});
  return (
    <Loaded of={state}>
      {(known) =>
        known.leavingAt ? (
          <Leaving at={known.leavingAt} />
        ) : known.obstacles.length ? (
          <>
            <Card>
              <h2>{t('privacy.blocked')}</h2>
              <p className={quiet}>{t('privacy.blockedWhy')}</p>
            </Card>
            <Obstacles of={known} />
          </>
        ) : (
          <Ask of={known} />
        )
      }
    </Loaded>
  );
}

function Obstacles({ of: { obstacles } }: { of: Deletion }) {
  const { nav, t } = useApp();
  return (
    <Section title={t('privacy.settle')}>
      <Cells>
        {obstacles.map(({ kind, count }) => (
          <Cell
            key={kind}
            label={t(`privacy.obstacles.${kind}`)}
            value={isMoney(kind) ? money(count) : integer(count)}
            {...nav.link(placeOf[kind], {})}
          />
        ))}
      </Cells>
    </Section>
  );
}

function Leaving({ at }: { at: string }) {
  const app = useApp();
  const { send, t } = app;
  const { pending, mutate } = useConfirmedMutation<true>({
    async act() {
      await fetchOrThrow(send, keepAccount, {}, 'never');
      return t('privacy.kept');
    },
  });
  return (
    <>
      <Card night>
        <h2>{t('privacy.leaving', { date: day(at, app) })}</h2>
        <p className={quiet}>{t('privacy.leavingWhy')}</p>
        <div style={{ display: 'flex', flexDirection: 'column', marginTop: 16 }}>
          <Button kind="primary" busy={pending} onClick={() => void mutate(true)}>
            {t('privacy.keep')}
          </Button>
        </div>
      </Card>
      <SignOut />
    </>
  );
}

function Ask({ of: { points, cloudBeans } }: { of: Deletion }) {
  const app = useApp();
  const { dialogs, nav, t, toasts } = app;
  const forget = useForgetMember();
  const form = useForm({
    call: askDeletion,
    rules: deletionForm,
    initial: {},
    done({ leavingAt }) {
      toasts.show(t('privacy.asked', { date: day(leavingAt, app) }));
      forget();
    },
  });
  const submit: typeof form.submit = async (event) => {
    event?.preventDefault();
    const agreed = await dialogs.ask({
      title: t('privacy.deleteTitle'),
      text: t('privacy.deleteText'),
      yes: t('privacy.delete'),
      no: t('common.cancel'),
      danger: true,
    });
    if (agreed) await form.submit();
  };
  const lost = points > 0 || cloudBeans > 0;
  return (
    <>
      {(['gone', 'law', 'wait'] as const).map((name) => (
        <Section key={name} title={t(`privacy.titles.${name}`)}>
          <Card>
            <p>{t(`privacy.texts.${name}`)}</p>
            {name === 'gone' && lost && (
              <p style={{ marginTop: 8 }}>
                <b>{t('privacy.lost', { points: integer(points), cloudBeans: integer(cloudBeans) })}</b>
              </p>
            )}
          </Card>
        </Section>
      ))}
      <div style={{ margin: '12px 0 20px' }}>
        <Cells>
          <Cell label={t('privacy.dataCopy')} {...nav.link(mine.dataCopy, {})} />
        </Cells>
      </div>
      <form className={filled} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField of={form} name="password" label={t('privacy.password')} />
        {form.refusal && <p role="alert">{form.refusal}</p>}
        <Button type="submit" kind="danger" busy={form.busy}>
          {t('privacy.delete')}
        </Button>
      </form>
    </>
  );
}
