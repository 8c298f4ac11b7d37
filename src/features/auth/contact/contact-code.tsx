import { useApp } from '../../../core/app';
import { CodeField } from '../../../ui/field/code-field';
import { TextField } from '../../../ui/field/text-field';
import { RandomCodeField } from '../random-code';
import type { CodeSender } from '../send-code';

interface Props {
  code: CodeSender;
  /** The field with the recipient of the verification code. */
  name: string;
  label: string;
  hint?: string;
  type?: 'text' | 'tel' | 'email';
  autoComplete?: 'tel' | 'email';
}

/** A phone number or mailbox, and the proof that it belongs to the member: the captcha comes before the code. */
export function ContactCode({ code: { form, asking, random, restsUntil, sentTo, send }, ...contact }: Props) {
  const { t } = useApp();
  return (
    <>
      <TextField
        of={form}
        inputMode={contact.type === 'tel' ? 'tel' : 'email'}
        autoComplete="email"
        autoCapitalize="none"
        {...contact}
      />
      {!restsUntil && <RandomCodeField of={asking} code={random} />}
      <CodeField
        of={form}
        name="code"
        label={t('register.code.label')}
        hint={sentTo && t('register.code.sentTo', { to: sentTo })}
        send={send}
        restsUntil={restsUntil}
      />
    </>
  );
}
