import { useState } from 'react';
import { wechatBind, wechatRegister } from '../../../contract/member/auth';
import {
  wechatBind as bindRules,
  wechatRegister as registerRules,
} from '../../../contract/member/auth.rules';
import { contact } from '../../../contract/rules/fields';
import { useApp } from '../../../core/app';
import { useForm } from '../../../core/form/form';
import type { Props } from '../../../core/navigation/route';
import { ButtonLink } from '../../../ui/button';
import { FormView } from '../../../ui/field/form';
import { Tabs } from '../../../ui/layout/tabs';
import { notAgreed } from '../agreement-field';
import { readSignInDraft, useSignInDraft } from '../draft';
import { AccountFields } from '../register/account-fields';
import { NewAccount, newAccount } from '../register/new-account';
import * as session from '../routes';
import { useSendCode } from '../send-code';
import { OtherWays } from '../sign-in/ways';
import { useAlreadySignedIn, useSignedIn } from '../signed-in';

type How = 'fresh' | 'bind';

/** The ticket represents a WeChat identity without an account: it gets a new one, or an existing one. */
export default function WechatRegister({
  ticket,
  fromUrl,
  inviteCode,
  again,
}: Props<typeof session.wechatRegister>) {
  const { nav, platform, t } = useApp();
  const [how, setHow] = useState<How>(again ? 'bind' : 'fresh');
  const { account = '' } = readSignInDraft(platform.tab);
  useAlreadySignedIn(fromUrl, !!again);
  const signedIn = useSignedIn(fromUrl, t('register.done'));
  // both are kept here, so that switching the tab loses nothing
  const fresh = useForm({
    call: wechatRegister,
    rules: registerRules,
    initial: { ...newAccount(platform.tab, inviteCode), ticket },
    ...signedIn,
  });
  const bind = useForm({
    call: wechatBind,
    rules: bindRules,
    initial: { ...notAgreed, account, ticket },
    ...signedIn,
  });
  useSignInDraft({ ...fresh.values, account: bind.values.account });
  const code = useSendCode({ purpose: 'register', form: fresh, name: 'contact', rule: contact });

  return (
    <>
      <Tabs<How>
        label={t('wechat.how')}
        value={how}
        options={{ fresh: t('wechat.fresh'), bind: t('wechat.bind') }}
        onChange={setHow}
      />
      {how === 'fresh' ? (
        <NewAccount code={code} rules={registerRules} send={t('wechat.freshSend')} />
      ) : (
        <FormView key="bind" of={bind} send={t('wechat.bindSend')}>
          <AccountFields of={bind} />
        </FormView>
      )}
      <OtherWays>
        <ButtonLink kind="quiet" small {...nav.link(session.wechatAuthorization, fromUrl ? { fromUrl } : {})}>
          {t('wechat.again')}
        </ButtonLink>
      </OtherWays>
    </>
  );
}
