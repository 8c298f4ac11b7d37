import { useApp } from '../../../core/app';
import { Banner } from '../browse/banner';
import { Packages } from './packages';

/** `pages/mine/openMembership`: a membership makes machines cheaper; the server gives the percentage. */
export default function OpenMembership() {
  const { t } = useApp();
  return (
    <>
      <Banner title={t('store.membership.lead')} text={t('store.membership.text')} />
      <Packages category="membership" />
    </>
  );
}
