import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../../core/app';
import { integer } from '../../../core/text/format';
import { Button } from '../../../ui/button';
import { quiet } from '../../../ui/styles';
import { Progress } from '../progress';
import type { Size, Tape } from './player';
import { createRecording, mostSeconds } from './recording';

const space = { marginTop: 8 };
/** Milliseconds between two looks at the time. */
const everyMs = 250;

interface Props {
  name: string;
  size: Size;
  /** Gives the stream to a recording from now on, or to none. */
  record(tape: Tape | undefined): void;
  onClose(): void;
}

/** Records the live picture for up to a minute, into a file that the member saves. */
export default function Recorder({ name, size, record, onClose }: Props) {
  const { platform, t, toasts } = useApp();
  const [seconds, setSeconds] = useState<number>();
  const [file, setFile] = useState<Blob>();
  const isOver = useRef(false);
  const stop = () => {
    if (isOver.current) return;
    isOver.current = true;
    record(undefined);
    setSeconds(recording.seconds());
    const made = recording.file();
    setFile(made);
    if (made) return;
    toasts.show(t('live.recordNothing'));
    onClose();
  };
  const end = () => {
    if ((recording.seconds() ?? 0) < mostSeconds - 1) toasts.show(t('live.recordTurned'));
    stop();
  };
  const [recording] = useState(() => createRecording(size, end, () => performance.now()));
  useEffect(() => {
    record(recording);
    const timer = setInterval(() => {
      if (isOver.current) return;
      const now = recording.seconds();
      setSeconds(now);
      if (now === mostSeconds) stop();
    }, everyMs);
    return () => {
      clearInterval(timer);
      record(undefined);
    };
  }, []);
  const shown = integer(Math.floor(seconds ?? 0));
  const save = async () => {
    if (!file) return;
    await platform.saveFile?.(file, `${name}.mp4`);
    toasts.show(t('live.recordSaved'));
    onClose();
  };
  return (
    <div style={{ textAlign: 'center' }}>
      <p className={quiet} role={file ? 'status' : undefined}>
        {file
          ? t('live.recorded', {
              seconds: shown,
              size: integer(Math.max(1, Math.round(file.size / 1_000_000))),
            })
          : seconds === undefined
            ? t('live.recordStart')
            : t('live.recording', { seconds: shown })}
      </p>
      {file ? (
        <>
          <Button kind="primary" small style={space} onClick={() => void save()}>
            {t('live.recordSave')}
          </Button>
          <Button kind="quiet" small onClick={onClose}>
            {t('live.recordDrop')}
          </Button>
        </>
      ) : (
        <>
          <Progress value={seconds ?? 0} max={mostSeconds} label={t('live.record')} />
          <Button small style={space} onClick={stop}>
            {t('live.recordStop')}
          </Button>
        </>
      )}
    </div>
  );
}
