import { login } from '../../../contract/member/auth';
import { useApp } from '../../../core/app';
import { useForm } from '../../../core/form/form';
import type { Props } from '../../../core/navigation/route';
import { ButtonLink } from '../../../ui/button';
import { FormView } from '../../../ui/field/form';
import { DeferredPart } from '../../../ui/layout/deferred-part';
import { acceptedBy, readSignInDraft, useSignInDraft } from '../draft';
import { AccountFields } from '../register/account-fields';
import * as session from '../routes';
import { firstSteps, loginRules } from '../routes';
import { useAlreadySignedIn, useSignedIn } from '../signed-in';
import { Hero } from './hero';
import { OtherWays } from './ways';

export default function Login({ fromUrl }: Props<typeof session.login>) {
  const { nav, platform, t } = useApp();
  useAlreadySignedIn(fromUrl);
  const last = platform.local.get(acceptedBy) ?? '';
  const { account = last } = readSignInDraft(platform.tab);
  const form = useForm({
    call: login,
    rules: loginRules,
    initial: { agreed: !!last, account },
    ...useSignedIn(fromUrl),
  });
  useSignInDraft({ account: form.values.account });
  const params = fromUrl ? { fromUrl } : {};

  return (
    <>
      <Hero />
      <FormView of={form} send={t('auth.login.title')}>
        <AccountFields of={form} />
      </FormView>
      <OtherWays>
        <ButtonLink kind="quiet" small {...nav.link(session.register, params)}>
          {t('auth.register.title')}
        </ButtonLink>
        <ButtonLink kind="quiet" small {...nav.link(session.resetPassword, params)}>
          {t('auth.login.forgot')}
        </ButtonLink>
        {platform.wechatSignIn && (
          <ButtonLink kind="quiet" small {...nav.link(session.wechatAuthorization, params)}>
            {t('auth.login.wechat')}
          </ButtonLink>
        )}
      </OtherWays>
      <DeferredPart of={firstSteps} fromUrl={fromUrl} />
    </>
  );
}
