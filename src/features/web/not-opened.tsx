import { css } from 'goober';
import { useApp } from '../../core/app';
import { Button } from '../../ui/button';
import { wrongDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import * as devices from '../devices/routes';

/** A host's name may be longer than the phone is wide. */
const breakable = css`
  word-break: break-word;
`;

/** Says what is not opened and why, and leads back. `retry`: it may work the next time. */
export function NotOpened({ title, text, retry }: { title: string; text?: string; retry?: () => void }) {
  const { nav, t } = useApp();
  const words = text ? (
    <>
      <strong>{title}</strong>
      <br />
      {text}
    </>
  ) : (
    title
  );
  return (
    <div className={breakable} role="alert">
      <Empty drawing={wrongDrawing} text={words}>
        {retry && <Button onClick={retry}>{t('common.retry')}</Button>}
        <Button kind={retry ? 'quiet' : 'plain'} onClick={() => nav.back(devices.list)}>
          {t('common.back')}
        </Button>
      </Empty>
    </div>
  );
}
