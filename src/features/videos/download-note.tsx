import { css } from 'goober';
import { useApp } from '../../core/app';
import { Button } from '../../ui/button';
import { Strip } from '../../ui/display/strip';
import type { Download } from './use-download';

const note = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  font-size: 14px;
  & > span {
    flex: 1 1 8em;
    padding: 8px 0;
  }
`;

/** The progress or the result of a video's download. */
export function DownloadNote({ of: { state, stop }, onRetry }: { of: Download; onRetry(): void }) {
  const { t } = useApp();
  if (!state) return null;
  if (state.phase === 'running')
    return (
      <div className={note} role="status" data-download="running">
        <span>
          {t('videos.downloading', { percent: state.percent })}
          <Strip value={state.percent} of={100} />
        </span>
        <Button kind="quiet" small onClick={stop}>
          {t('videos.stop')}
        </Button>
      </div>
    );
  const words = {
    done: 'videos.saved',
    failed: 'videos.failed',
    stopped: 'videos.stopped',
    copied: 'videos.copied',
    notCopied: 'videos.notCopied',
  } as const;
  const again = state.phase === 'failed' || state.phase === 'stopped';
  return (
    <div className={note} role={again ? 'alert' : 'status'} data-download={state.phase}>
      <span>{t(words[state.phase])}</span>
      {again && (
        <Button kind="quiet" small onClick={onRetry}>
          {t('videos.again')}
        </Button>
      )}
    </div>
  );
}
