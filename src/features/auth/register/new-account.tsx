import { useApp } from '../../../core/app';
import type { Store } from '../../../core/platform';
import { TextField } from '../../../ui/field/text-field';
import { AgreementField, notAgreed } from '../agreement-field';
import { ContactCode } from '../contact/contact-code';
import { readSignInDraft } from '../draft';
import { NewPassword } from '../password/new-password';
import type { CodeSender } from '../send-code';

/** Where a new account begins: with what was typed before, and the code of whoever invited. */
export function newAccount(tab: Store, invited?: string) {
  const { username = '', contact = '', inviteCode = '' } = readSignInDraft(tab);
  return { ...notAgreed, username, contact, inviteCode: invited ?? inviteCode };
}

/** The fields of a new account (spec §3, register). */
export function NewAccount({ code }: { code: CodeSender }) {
  const { t } = useApp();
  const { form } = code;
  return (
    <>
      <TextField
        of={form}
        name="username"
        label={t('auth.username')}
        hint={t('auth.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        maxLength={18}
      />
      <ContactCode code={code} name="contact" label={t('auth.contact')} />
      <NewPassword of={form} label={t('auth.password')} />
      <TextField of={form} name="inviteCode" label={t('auth.inviteCode')} optional autoComplete="off" />
      <AgreementField of={form} />
    </>
  );
}
