import { useApp } from '../../core/app';
import type { Form } from '../../core/form/form';
import { CheckField } from '../../ui/field/check-field';
import * as session from './routes';

/** Initial values of a form: the key must be present so that the agreement's own message is shown (spec §8). */
export const notAgreed = { agreed: false };

/** Spec §5: the user agreement must be accepted to sign in or register. */
export function AgreementField({ of }: { of: Form }) {
  const { nav, t } = useApp();
  const { href, onClick } = nav.link(session.agreement, {});
  return (
    <CheckField of={of} name="agreed">
      {t('auth.agree')}{' '}
      <a href={href} onClick={onClick}>
        {t('auth.agreement')}
      </a>
    </CheckField>
  );
}
