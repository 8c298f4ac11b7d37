import { useApp } from '../../core/app';
import { Button } from '../../ui/button';
import { Dots } from '../../ui/dots';
import { Empty } from '../../ui/empty';
import { devices } from '../devices/screens';

/** Says what is not opened and why, and leads back. `retry`: it may work the next time. */
export function Nothing({ title, text, retry }: { title: string; text?: string; retry?: () => void }) {
  const { nav, t } = useApp();
  const said = text ? (
    <>
      <strong>{title}</strong>
      <br />
      {text}
    </>
  ) : (
    title
  );
  return (
    <div role="alert">
      <Empty icon={<Dots bad />} text={said}>
        {retry && <Button onClick={retry}>{t('common.retry')}</Button>}
        <Button kind={retry ? 'quiet' : 'plain'} onClick={() => nav.back(devices.list)}>
          {t('common.back')}
        </Button>
      </Empty>
    </div>
  );
}
