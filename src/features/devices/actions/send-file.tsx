import { useEffect, useRef, useState } from 'react';
import { largestPhoneFile, phoneFileType, phoneFileTypes } from '../../../contract/wire/upload';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { asFailure } from '../../../core/http/failure';
import { Button } from '../../../ui/button';
import { failureText } from '../../../ui/feedback/trouble';
import { quiet } from '../../../ui/styles';
import { Progress } from '../progress';

/** The endings, which choosers of Android and iOS understand as well as types. */
const accepted = Object.keys(phoneFileTypes)
  .map((ending) => `.${ending}`)
  .join();

interface Sending {
  name: string;
  /** Undefined once it has ended. */
  percent?: number;
  /** Why it has not arrived. */
  failure?: string;
}

/** Sends a file to the cloud phone, and says what became of it. */
export function SendFile({ id }: { id: string }) {
  const { t, toasts, upload } = useApp();
  const [sending, setSending] = useState<Sending>();
  const { pending, run } = useInFlight();
  const chooser = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // on a small phone it is below the buttons, out of sight
    if (sending) box.current?.scrollIntoView({ block: 'nearest' });
  }, [!sending, sending?.failure]);

  const send = (file: File) =>
    run(async (begin) => {
      begin(true);
      const { name } = file;
      stop.current = new AbortController();
      setSending({ name, percent: 0 });
      const onProgress = (percent: number) => setSending({ name, percent });
      try {
        await upload(file, { onProgress, signal: stop.current.signal, field: 'phoneFile', machine: id });
        setSending({ name });
      } catch (error) {
        const failure = asFailure(error);
        if (failure.kind === 'aborted') setSending(undefined);
        else setSending({ name, failure: failureText(failure, t) });
      }
    });
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (!phoneFileType(file.name)) return toasts.show(t('phone-actions.fileKind'));
    if (!file.size || file.size > largestPhoneFile) return toasts.show(t('phone-actions.fileSize'));
    void send(file);
  };
  const { name = '', percent, failure } = sending ?? {};
  return (
    <>
      <Button small busy={!!pending} onClick={() => chooser.current?.click()}>
        {t('phone-actions.sendFile')}
      </Button>
      <input
        ref={chooser}
        hidden
        type="file"
        accept={accepted}
        aria-label={t('phone-actions.sendFile')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          choose(file);
        }}
      />
      {sending && (
        <div ref={box} style={{ flexBasis: '100%', textAlign: 'center', overflowWrap: 'anywhere' }}>
          <p role={failure ? 'alert' : 'status'} className={quiet}>
            {failure
              ? `${name}: ${failure}`
              : percent === undefined
                ? t('phone-actions.fileSent', { name })
                : percent < 100
                  ? t('phone-actions.fileSending', { name, percent })
                  : t('phone-actions.fileDelivering', { name })}
          </p>
          {percent !== undefined && (
            <>
              <Progress value={percent} max={100} label={name} />
              <Button kind="quiet" small onClick={() => stop.current?.abort()}>
                {t('common.cancel')}
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
}
