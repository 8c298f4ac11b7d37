import { useApp } from '../../core/app';
import { ButtonLink } from '../button';
import { Empty } from './empty';

/** A screen that the specification lists and nobody has made yet says so, and leads home. */
export default function NotBuilt() {
  const { t, nav } = useApp();
  return (
    <Empty title={t('titles.notBuilt')} text={t('titles.notBuiltText')}>
      <ButtonLink
        href="#/"
        onClick={(event: Event) => {
          event.preventDefault();
          nav.open('/');
        }}
      >
        {t('common.failures.home')}
      </ButtonLink>
    </Empty>
  );
}
