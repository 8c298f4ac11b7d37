import { resetPassword } from '../../../contract/member/auth';
import { resetPassword as rules } from '../../../contract/member/auth.rules';
import { knownContact } from '../../../contract/rules/fields';
import { useApp } from '../../../core/app';
import { useForm } from '../../../core/form/form';
import type { Props } from '../../../core/navigation/route';
import { FormView } from '../../../ui/field/form';
import { ContactCode } from '../contact/contact-code';
import { readSignInDraft, useSignInDraft } from '../draft';
import * as screens from '../routes';
import { useSendCode } from '../send-code';
import { NewPassword } from './new-password';

export default function ResetPassword({ fromUrl }: Props<typeof screens.resetPassword>) {
  const { nav, toasts, platform, queries, session, t } = useApp();
  const form = useForm({
    call: resetPassword,
    rules,
    initial: { contact: readSignInDraft(platform.tab).contact ?? '' },
    done() {
      session.signOut(); // the server has ended every session, including this one
      queries.clear();
      toasts.show(t('auth.reset.done'));
      nav.go(screens.login, fromUrl ? { fromUrl } : {}, { replace: true });
    },
  });
  useSignInDraft({ contact: form.values.contact });
  const code = useSendCode({ purpose: 'reset', form, name: 'contact', rule: knownContact });

  return (
    <FormView of={code.form} send={t('auth.reset.title')} note={t('auth.reset.note')}>
      <ContactCode code={code} name="contact" label={t('auth.contact')} />
      <NewPassword of={code.form} label={t('auth.newPassword')} />
    </FormView>
  );
}
