import { useState } from 'react';
import { getOffers } from '../../../contract/buying/phone-actions';
import { useApp } from '../../../core/app';
import { dataUrl } from '../../../core/data/data-url';
import { useInFlight } from '../../../core/data/in-flight';
import { useQuery } from '../../../core/data/query';
import { fileAddress } from '../../../core/http/file-address';
import { Button } from '../../../ui/button';
import { pair } from '../../../ui/styles';
import { Apps, mayInstall } from './apps';
import { SendFile } from './send-file';
import { useStart } from './use-start';

/** Saves the picture of a screen at an address, as a file or in WeChat's album; returns whether it succeeded. Absent if the page can do neither. */
function useSave(name: string) {
  const { open, platform, wire } = useApp();
  if (!platform.saveFile && !platform.savePicture) return;
  return async (url: string): Promise<boolean> => {
    const response = await open(fileAddress(wire, url));
    if (response.status !== 200) return false;
    const picture = await response.blob();
    if (platform.savePicture) return platform.savePicture(await dataUrl(picture));
    await platform.saveFile?.(picture, `${name}.jpg`);
    return true;
  };
}

interface Tools {
  id: string;
  name: string;
  /** Of its current picture. */
  url: string;
  /** Its provider takes files. */
  files: boolean;
}

/** Below the screen of a cloud phone: saves its picture, installs an app of its provider on it, and sends a file to it. */
export default function PhoneTools({ id, name, url, files }: Tools) {
  const { t, toasts } = useApp();
  const offers = useQuery(getOffers, {});
  const [installing, install] = useState(false);
  const { busy, start } = useStart();
  const save = useSave(name);
  const { pending, run } = useInFlight();
  const savePicture = () =>
    run(async (begin) => {
      begin(true);
      const saved = await save?.(url).catch(() => false); // no connection, or no code to save it with
      toasts.show(t(saved ? 'phone-actions.saved' : 'phone-actions.notSaved'));
    });
  return (
    <div className={pair}>
      {save && (
        <Button small busy={!!pending} onClick={() => void savePicture()}>
          {t('phone-actions.save')}
        </Button>
      )}
      {mayInstall(offers) && (
        <Button small busy={busy} onClick={() => install(true)}>
          {t('phone-actions.install')}
        </Button>
      )}
      {files && <SendFile id={id} />}
      <Apps
        of={offers}
        open={installing}
        onClose={() => install(false)}
        onChoose={(app) => void start('install', { ids: [id] }, 1, app)}
      />
    </div>
  );
}
