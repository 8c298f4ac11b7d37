import { inviter } from '../../../contract/member/auth';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import type { Form } from '../../../core/form/form';
import { inviteIcon } from '../../../ui/display/icons';
import { TextField } from '../../../ui/field/text-field';
import { Cell, Cells, Tile } from '../../../ui/layout/cell';

/** The inviter, once the gateway has named them; then the code needs no field. */
export function Invited({ code }: { code: string }) {
  const { t } = useApp();
  const { nickname } = useQuery(inviter, { inviteCode: code }).value ?? {};
  if (!nickname) return null;
  return (
    <Cells>
      <Cell
        icon={<Tile of={inviteIcon} />}
        label={<b>{t('register.invitedBy', { name: nickname })}</b>}
        note={t('register.invitedText', { code })}
      />
    </Cells>
  );
}

/** The invitation code: from the link, or typed. */
export function Invitation({ of, fromLink }: { of: Form; fromLink: string }) {
  return fromLink ? <FromLink of={of} code={fromLink} /> : <Typed of={of} />;
}

function FromLink({ of, code }: { of: Form; code: string }) {
  const known = useQuery(inviter, { inviteCode: code }).value?.nickname;
  return known && !of.problems.inviteCode ? <Invited code={code} /> : <Typed of={of} />;
}

function Typed({ of }: { of: Form }) {
  const { t } = useApp();
  return <TextField of={of} name="inviteCode" label={t('auth.inviteCode')} optional autoComplete="off" />;
}
