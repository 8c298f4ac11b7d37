import type { ReactNode } from 'react';
import { useApp } from '../../core/app';
import { type ChunkError, pageTimeout } from '../../core/navigation/download';
import type { OpenScreen } from '../../core/navigation/screen';
import { devices } from '../../features/devices/screens';
import { store } from '../../features/store/screens';
import { Button, ButtonLink } from '../../ui/button';
import { firstDrawing, wrongDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';

/** In the place of a screen that should be here: one light is red. */
const Broken = ({ text, children }: { text: string; children: ReactNode }) => (
  <div role="alert">
    <Empty drawing={wrongDrawing} text={text}>
      {children}
    </Empty>
  </div>
);

const HomeLink = ({ to, children }: { to: OpenScreen; children: ReactNode }) => (
  <ButtonLink {...useApp().nav.link(to, {})}>{children}</ButtonLink>
);

/** Spec §8: a screen that did not arrive says so, and the retry really retries. */
export function Unreachable({ failure: { kind }, retry }: { failure: ChunkError; retry(): void }) {
  const { t } = useApp();
  const gone = kind === 'gone';
  const text = gone ? 'chunkGone' : kind === 'timeout' ? 'chunkTimeout' : 'chunk';
  return (
    <Broken text={t(`common.failures.${text}`, { seconds: pageTimeout / 1000 })}>
      <Button onClick={gone ? () => location.reload() : retry}>
        {t(gone ? 'common.failures.reload' : 'common.retry')}
      </Button>
    </Broken>
  );
}

export function Crashed({ retry }: { retry(): void }) {
  const { t } = useApp();
  return (
    <Broken text={t('common.failures.crash')}>
      <Button onClick={retry}>{t('common.retry')}</Button>
    </Broken>
  );
}

/** Spec §6: says to buy a cloud machine first, and leads to where they are sold. */
export function BuyFirst() {
  const { t } = useApp();
  return (
    <Empty drawing={firstDrawing} title={t('common.guard.title')} text={t('common.guard.text')}>
      <HomeLink to={store.rechargeScore}>{t('common.guard.buy')}</HomeLink>
    </Empty>
  );
}

/** What lacks is for developers, in an attribute; members are told what to do. */
export function Incomplete({ names }: { names: string[] }) {
  const { t } = useApp();
  return (
    <div data-missing={names.join()}>
      <Broken text={t('common.failures.parameter')}>
        <HomeLink to={devices.list}>{t('common.failures.home')}</HomeLink>
      </Broken>
    </div>
  );
}

export function NotFound() {
  const { t } = useApp();
  return (
    <Empty text={t('common.failures.notFoundText')}>
      <HomeLink to={devices.list}>{t('common.failures.home')}</HomeLink>
    </Empty>
  );
}
