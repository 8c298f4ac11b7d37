import { css } from 'goober';
import { useState } from 'react';
import type { GenericSchema } from 'valibot';
import type { UserInfo } from '../../../contract/member/auth';
import { getInfo } from '../../../contract/member/auth';
import { modifyInfo } from '../../../contract/member/profile';
import { nameForm, nicknameForm } from '../../../contract/member/profile.rules';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import { Icon } from '../../../ui/display/icon';
import {
  addressIcon,
  cardIcon,
  devicesIcon,
  editIcon,
  emailIcon,
  passwordIcon,
  phoneIcon,
} from '../../../ui/display/icons';
import { Loaded } from '../../../ui/feedback/loaded';
import { Sheet } from '../../../ui/feedback/sheet';
import { FormView } from '../../../ui/field/form';
import { NameField } from '../../../ui/field/name-field';
import { TextField } from '../../../ui/field/text-field';
import { Cell, Cells, Tile } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { quiet } from '../../../ui/styles';
import * as addresses from '../../addresses/routes';
import * as doors from '../../auth/routes';
import * as wallet from '../../wallet/routes';
import * as mine from '../routes';
import { PhotoRow } from './photo-row';

const named = css`
  display: inline-flex;
  align-items: center;
  color: var(--cp-ink);
  overflow-wrap: anywhere;
  & > svg {
    margin-left: 12px;
  }
`;

type Named = 'name' | 'nickname';

/** `pages/mine/userInfoCenter`: the member's profile (spec §3), and the protection of the account. */
export default function UserInfoCenter() {
  const { nav, t } = useApp();
  const query = useQuery(getInfo, {});
  const [editing, setEditing] = useState<Named>();
  return (
    <Loaded of={query}>
      {({ userInfo }) => {
        const row = (name: Named) => (
          <Cell
            label={<span className={quiet}>{t(`profile.${name}`)}</span>}
            value={
              <span className={named}>
                <b>{userInfo[name] ?? t('profile.none')}</b>
                <Icon of={editIcon} />
              </span>
            }
            onClick={() => setEditing(name)}
            chevron={false}
          />
        );
        return (
          <>
            <PhotoRow of={userInfo} />
            <div style={{ marginTop: 10 }}>
              <Cells>
                {row('name')}
                {row('nickname')}
              </Cells>
            </div>
            <Section title={t('profile.safety')}>
              <Cells>
                <Cell
                  icon={<Tile of={phoneIcon} />}
                  label={t('profile.phone')}
                  note={userInfo.phone ?? t('profile.none')}
                  value={t(userInfo.phone ? 'profile.change' : 'profile.add')}
                  {...nav.link(doors.modifyPhone, {})}
                />
                <Cell
                  icon={<Tile of={emailIcon} />}
                  label={t('profile.email')}
                  note={userInfo.email ?? t('profile.none')}
                  value={t(userInfo.email ? 'profile.change' : 'profile.add')}
                  {...nav.link(doors.modifyEmail, {})}
                />
                <Cell
                  icon={<Tile of={passwordIcon} />}
                  label={t('profile.password')}
                  note={t('profile.passwordNote')}
                  value={t('profile.change')}
                  {...nav.link(doors.resetPassword, {})}
                />
                <Cell
                  icon={<Tile of={devicesIcon} />}
                  label={t('profile.signedIn')}
                  note={t('profile.signedInNote')}
                  {...nav.link(mine.signedIn, {})}
                />
              </Cells>
            </Section>
            <div style={{ marginTop: 12 }}>
              <Cells>
                <Cell
                  icon={<Tile of={addressIcon} />}
                  label={t('profile.addresses')}
                  {...nav.link(addresses.addressManage, {})}
                />
                <Cell
                  icon={<Tile of={cardIcon} />}
                  label={t('profile.bankCards')}
                  {...nav.link(wallet.bankList, {})}
                />
              </Cells>
            </div>
            {editing && (
              <Sheet open title={t(`profile.${editing}`)} onClose={() => setEditing(undefined)}>
                <NameForm name={editing} now={userInfo[editing] ?? ''} done={() => setEditing(undefined)} />
              </Sheet>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function NameForm({ name, now, done }: { name: Named; now: string; done(): void }) {
  const { t, toasts } = useApp();
  const form = useForm<GenericSchema, Record<string, unknown>, { userInfo: UserInfo }>({
    call: modifyInfo,
    rules: name === 'name' ? nameForm : nicknameForm,
    initial: { [name]: now },
    done() {
      toasts.show(t('profile.saved'));
      done();
    },
  });
  return (
    <FormView of={form} send={t('common.save')}>
      {name === 'name' ? (
        <NameField
          of={form}
          name={name}
          label={t('profile.name')}
          hint={t('profile.nameHint')}
          autoComplete={name}
        />
      ) : (
        <TextField
          of={form}
          name={name}
          label={t('profile.nickname')}
          hint={t('profile.nicknameHint')}
          autoComplete={name}
          maxLength={20}
        />
      )}
    </FormView>
  );
}
