import { useApp } from '../core/app';
import { type ChunkError, chunkTimeout } from '../core/download';
import { devices } from '../features/devices/screens';
import { store } from '../features/store/screens';
import { Button, ButtonLink } from '../ui/button';
import { Empty } from '../ui/empty';

/** Spec §8: a screen that did not arrive says so, and the retry really retries. */
export function Unreachable({ failure, retry }: { failure: ChunkError; retry(): void }) {
  const { t } = useApp();
  if (failure.kind === 'gone') {
    return (
      <Empty text={t('common.failures.chunkGone')}>
        <Button onClick={() => location.reload()}>{t('common.failures.reload')}</Button>
      </Empty>
    );
  }
  const text =
    failure.kind === 'timeout'
      ? t('common.failures.chunkTimeout', { seconds: chunkTimeout / 1000 })
      : t('common.failures.chunk');
  return (
    <div role="alert">
      <Empty text={text}>
        <Button onClick={retry}>{t('common.retry')}</Button>
      </Empty>
    </div>
  );
}

export function Crashed({ retry }: { retry(): void }) {
  const { t } = useApp();
  return (
    <div role="alert">
      <Empty text={t('common.failures.crash')}>
        <Button onClick={retry}>{t('common.retry')}</Button>
      </Empty>
    </div>
  );
}

/** Spec §6: says to buy a cloud machine first, and leads to where they are sold. */
export function BuyFirst() {
  const { t, nav } = useApp();
  return (
    <Empty text={t('common.guard.title')}>
      <p>{t('common.guard.text')}</p>
      <ButtonLink {...nav.link(store.rechargeScore, {})}>{t('common.guard.buy')}</ButtonLink>
    </Empty>
  );
}

export function Incomplete({ names }: { names: string[] }) {
  const { t } = useApp();
  return (
    <div role="alert">
      <Empty text={t('common.failures.parameter', { names: names.join(', ') })}>
        <Home />
      </Empty>
    </div>
  );
}

export function NotFound() {
  const { t } = useApp();
  return (
    <Empty text={t('common.failures.notFoundText')}>
      <Home />
    </Empty>
  );
}

function Home() {
  const { t, nav } = useApp();
  return <ButtonLink {...nav.link(devices.list, {})}>{t('common.failures.home')}</ButtonLink>;
}
