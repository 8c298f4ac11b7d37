import { register } from '../../../contract/member/auth';
import { register as rules } from '../../../contract/member/auth.rules';
import { contact } from '../../../contract/rules/fields';
import { useApp } from '../../../core/app';
import { useForm } from '../../../core/form/form';
import type { Props } from '../../../core/navigation/route';
import { ButtonLink } from '../../../ui/button';
import { ScreenBar } from '../../../ui/layout/bar';
import { LanguageSwitch } from '../../../ui/layout/language-switch';
import { useSignInDraft } from '../draft';
import * as session from '../routes';
import { useSendCode } from '../send-code';
import { OtherWays } from '../sign-in/ways';
import { useAlreadySignedIn, useSignedIn } from '../signed-in';
import { NewAccount, newAccount } from './new-account';

export default function Register({ fromUrl, inviteCode }: Props<typeof session.register>) {
  const { nav, platform, t } = useApp();
  useAlreadySignedIn(fromUrl);
  const initial = newAccount(platform.tab, inviteCode);
  const signedIn = useSignedIn(fromUrl, t('register.done'));
  const form = useForm({ call: register, rules, initial, ...signedIn });
  useSignInDraft(form.values);
  const code = useSendCode({ purpose: 'register', form, name: 'contact', rule: contact });

  return (
    <>
      <ScreenBar
        action={
          <span style={{ marginRight: 12 }}>
            <LanguageSwitch />
          </span>
        }
      />
      <NewAccount code={code} rules={rules} send={t('auth.register.title')} />
      <OtherWays>
        <ButtonLink kind="quiet" small {...nav.link(session.login, fromUrl ? { fromUrl } : {})}>
          {t('register.login')}
        </ButtonLink>
      </OtherWays>
    </>
  );
}
