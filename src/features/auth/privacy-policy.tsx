import { useApp } from '../../core/app';
import { LegalText } from '../../ui/layout/legal-text';

const sections = [
  'data',
  'purposes',
  'providers',
  'partners',
  'phone',
  'messages',
  'retention',
  'copy',
  'deletion',
  'security',
  'contact',
] as const;

/** `pages/mine/privacyPolicy`: what is stored of a member, why, who gets it, for how long, and how it ends. */
export default function PrivacyPolicy() {
  const { t } = useApp();
  return (
    <LegalText
      intro={t('privacy-policy.intro')}
      sections={sections.map((name) => ({
        title: t(`privacy-policy.titles.${name}`),
        text: t(`privacy-policy.texts.${name}`),
      }))}
    />
  );
}
