import type { AuthenticatorState } from '../../../contract/member/authenticator';
import { useApp } from '../../../core/app';
import { day } from '../../../core/text/day';
import { Icon } from '../../../ui/display/icon';
import { plusIcon } from '../../../ui/display/icons';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { quiet } from '../../../ui/styles';
import { addAuthenticator, endAuthenticator } from '../routes';

/** The member's authenticator app, which can be added or removed. */
export function Authenticator({ since, recoveryLeft }: AuthenticatorState) {
  const app = useApp();
  const { nav, t } = app;
  return (
    <Section title={t('safety.authenticator.title')}>
      <Cells>
        {since ? (
          <Cell
            label={<b>{t('safety.titles.endAuthenticator')}</b>}
            note={t('safety.authenticator.on', { date: day(since, app), left: recoveryLeft })}
            {...nav.link(endAuthenticator, {})}
          />
        ) : (
          <Cell
            icon={<Icon of={plusIcon} size={24} />}
            label={t('safety.titles.addAuthenticator')}
            {...nav.link(addAuthenticator, {})}
          />
        )}
      </Cells>
      {!since && (
        <p className={quiet} style={{ margin: '8px 2px 0' }}>
          {t('safety.authenticator.about')}
        </p>
      )}
    </Section>
  );
}
