import { termsSections } from '../../contract/member/privacy';
import { useApp } from '../../core/app';
import { LegalText } from '../../ui/layout/legal-text';
import * as auth from './routes';

export default function Agreement() {
  const { nav, t } = useApp();
  return (
    <>
      <LegalText
        intro={t('agreement.intro')}
        sections={termsSections.map((name) => ({
          title: t(`agreement.titles.${name}`),
          text: t(`agreement.texts.${name}`),
        }))}
      />
      <p style={{ paddingBottom: 32, textAlign: 'center' }}>
        <a {...nav.link(auth.privacyPolicy, {})}>{t('agreement.policy')}</a>
      </p>
    </>
  );
}
