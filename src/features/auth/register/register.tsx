import { register } from '../../../contract/member/auth';
import { register as rules } from '../../../contract/member/auth.rules';
import { contact } from '../../../contract/rules/fields';
import { useApp } from '../../../core/app';
import { useForm } from '../../../core/form/form';
import type { Props } from '../../../core/navigation/route';
import { ButtonLink } from '../../../ui/button';
import { FormView } from '../../../ui/field/form';
import { useSignInDraft } from '../draft';
import * as session from '../routes';
import { useSendCode } from '../send-code';
import { Hero } from '../sign-in/hero';
import { OtherWays } from '../sign-in/ways';
import { useAlreadySignedIn, useSignedIn } from '../signed-in';
import { NewAccount, newAccount } from './new-account';

export default function Register({ fromUrl, inviteCode }: Props<typeof session.register>) {
  const { nav, platform, t } = useApp();
  useAlreadySignedIn(fromUrl);
  const initial = newAccount(platform.tab, inviteCode);
  const signedIn = useSignedIn(fromUrl, t('auth.register.done'));
  const form = useForm({ call: register, rules, initial, ...signedIn });
  useSignInDraft(form.values);
  const code = useSendCode({ purpose: 'register', form, name: 'contact', rule: contact });

  return (
    <>
      <Hero />
      <FormView of={code.form} send={t('auth.register.title')}>
        <NewAccount code={code} />
      </FormView>
      <OtherWays>
        <ButtonLink kind="quiet" small {...nav.link(session.login, fromUrl ? { fromUrl } : {})}>
          {t('auth.register.login')}
        </ButtonLink>
      </OtherWays>
    </>
  );
}
