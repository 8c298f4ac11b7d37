import type { ReactNode } from 'react';
import { useApp } from '../../core/app';
import { useRetry } from '../../core/data/retry';
import { type ChunkError, chunkTimeout } from '../../core/navigation/download';
import { Button } from '../../ui/button';
import { wrongDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';

/** Replaces a screen that should be here: one light is red. */
export const Broken = ({ text, children }: { text: string; children: ReactNode }) => (
  <div role="alert">
    <Empty drawing={wrongDrawing} text={text}>
      {children}
    </Empty>
  </div>
);

/** Spec §8: a screen that could not be loaded says so, and the retry downloads it again; so does a restored connection. */
export function Unreachable({ failure: { kind }, retry }: { failure: ChunkError; retry(): void }) {
  const { t } = useApp();
  const gone = kind === 'gone';
  useRetry(!gone, retry);
  const text = gone ? 'chunkGone' : kind === 'timeout' ? 'chunkTimeout' : 'chunk';
  return (
    <Broken text={t(`common.failures.${text}`, { seconds: chunkTimeout / 1000 })}>
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
