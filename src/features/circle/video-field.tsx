import { css } from 'goober';
import { useEffect, useRef, useState } from 'react';
import { largestVideo } from '../../contract/wire/upload';
import { useApp } from '../../core/app';
import type { Form } from '../../core/form/form';
import { useUnsentFiles } from '../../core/form/unsent-files';
import { asFailure } from '../../core/http/failure';
import { useThumbnail } from '../../core/http/picture';
import { Icon } from '../../ui/display/icon';
import { closeIcon, videoIcon } from '../../ui/display/icons';
import { failureText } from '../../ui/feedback/trouble';
import { Field } from '../../ui/field/field';
import { target } from '../../ui/styles';

const box = css`
  position: relative;
  & > label {
    position: relative;
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    width: 92px;
    min-height: 92px;
    border: 1px dashed var(--cp-edge);
    border-radius: var(--cp-round-control);
    background: var(--cp-card);
    color: var(--cp-accent);
    font-weight: 600;
    font-size: 13px;
    text-align: center;
  }
  & > label:focus-within {
    outline: 2px solid var(--cp-accent);
  }
  & input {
    position: absolute;
    width: 100%;
    height: 100%;
    opacity: 0;
  }
  & > div {
    position: relative;
    width: 160px;
    overflow: hidden;
    border-radius: var(--cp-round-control);
    background: #0a1a2a;
  }
  & video,
  & div > img {
    display: block;
    width: 160px;
    min-height: 92px;
    max-height: 240px;
  }
  & > div > button:last-child {
    position: absolute;
    top: 0;
    right: 0;
    color: #fff;
  }
  & p {
    position: absolute;
    bottom: 0;
    width: 100%;
    padding: 4px;
    background: #060d13bf;
    color: #fff;
    font-size: 13px;
    text-align: center;
  }
  & p > button {
    min-height: 44px;
    color: inherit;
  }
`;

/** The first picture of a video that the platform uploaded. */
const FirstPicture = ({ id, label }: { id: string; label: string }) => (
  <img src={useThumbnail(id)} alt={label} />
);

interface Chosen {
  file?: File;
  url?: string;
  percent?: number;
  failure?: string;
}

/** Pixels of the longer side of a video's first picture. */
const posterSide = 960;

/** The current frame of a video as a JPEG; undefined if the engine refuses. */
function drawPoster(video: HTMLVideoElement): Promise<File | undefined> {
  const scale = Math.min(1, posterSide / Math.max(video.videoWidth, video.videoHeight, 1));
  const canvas = video.ownerDocument.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  const drawing = canvas.getContext('2d');
  if (!drawing || !canvas.width) return Promise.resolve(undefined);
  drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) =>
    canvas.toBlob(
      (blob) => resolve(blob ? new File([blob], 'poster.jpg', { type: 'image/jpeg' }) : undefined),
      'image/jpeg',
      0.8,
    ),
  );
}

/** A video and its upload. `player` shows it meanwhile: its first picture is taken from there. */
function useVideoUpload(of: Form, onWaiting: (waiting: boolean) => void) {
  const { t, upload } = useApp();
  const { video } = of.values as { video?: string };
  const [chosen, setChosen] = useState<Chosen>({});
  const stop = useRef<AbortController>(undefined);
  const player = useRef<HTMLVideoElement>(null);
  const waiting = !!chosen.file && !video;
  const held = useRef(chosen.file);
  held.current = waiting ? chosen.file : undefined;
  const [unsent] = useUnsentFiles('video', () => [held.current]);
  useEffect(() => {
    if (unsent) show(unsent);
  }, []);
  useEffect(() => onWaiting(waiting), [waiting]);
  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => () => void (chosen.url && URL.revokeObjectURL(chosen.url)), [chosen.url]);

  const send = async (file: File) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setChosen(({ failure: _, ...now }) => ({ ...now, percent: 0 }));
    const onProgress = (percent: number) => setChosen((now) => ({ ...now, percent }));
    try {
      const sent = await upload(file, { onProgress, signal, field: 'videoFile' });
      const first = player.current && (await drawPoster(player.current));
      const picture = first && (await upload(first, { signal }));
      if (picture?.id) of.set('poster', picture.id);
      of.set('video', sent.id);
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'aborted') setChosen((now) => ({ ...now, failure: failureText(failure, t) }));
    }
  };
  const show = (file: File) => {
    setChosen({ file, url: URL.createObjectURL(file) });
    void send(file);
  };
  const remove = () => {
    stop.current?.abort();
    setChosen({});
    of.set('video', undefined);
    of.set('poster', undefined);
  };
  return { chosen, player, send, show, remove };
}

/** One video instead of pictures: previewed before it is sent, uploaded with its first picture. */
export function VideoField({ of, onWaiting }: { of: Form; onWaiting(waiting: boolean): void }) {
  const { platform, t, toasts } = useApp();
  const { poster, video } = of.values as { poster?: string; video?: string };
  const { chosen, player, send, show, remove } = useVideoUpload(of, onWaiting);
  const choose = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    if (!/^video\/(mp4|quicktime)$/.test(file.type)) return toasts.show(t('circle.videoType'));
    if (file.size > largestVideo) return toasts.show(t('circle.videoSize'));
    show(file);
  };
  const chooseInPlace = async () => {
    const sent = await platform.chooseVideo?.().catch(() => toasts.show(t('common.failures.wrong')));
    if (sent?.poster) of.set('poster', sent.poster);
    if (sent) of.set('video', sent.video);
  };
  const { failure, file, percent = 0, url } = chosen;
  return (
    <Field label={t('circle.videoLabel')} hint={t('circle.videoHint')} problem={of.problems.video} group>
      {(id, describedBy) => (
        <div className={box}>
          {file || video ? (
            <div>
              {url ? (
                <video
                  ref={player}
                  src={url}
                  muted
                  playsInline
                  preload="auto"
                  aria-label={t('circle.video')}
                />
              ) : (
                poster && <FirstPicture id={poster} label={t('circle.video')} />
              )}
              {failure && file && (
                <p role="alert">
                  {failure}
                  <button type="button" onClick={() => void send(file)}>
                    {t('circle.videoRetry')}
                  </button>
                </p>
              )}
              {!failure && !video && <p role="status">{t('circle.videoBusy', { percent })}</p>}
              <button type="button" className={target} aria-label={t('circle.removeVideo')} onClick={remove}>
                <Icon of={closeIcon} />
              </button>
            </div>
          ) : (
            <label>
              <Icon of={videoIcon} size={24} />
              {t('circle.addVideo')}
              <input
                id={id}
                type="file"
                accept="video/mp4,video/quicktime"
                aria-describedby={describedBy}
                onClick={
                  platform.chooseVideo &&
                  ((event) => {
                    event.preventDefault();
                    void chooseInPlace();
                  })
                }
                onChange={(event) => choose(event.currentTarget)}
              />
            </label>
          )}
        </div>
      )}
    </Field>
  );
}
