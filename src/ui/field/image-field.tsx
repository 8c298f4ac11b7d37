import { css } from 'goober';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../core/app';
import { useUnsentFiles } from '../../core/form/unsent-files';
import { asFailure } from '../../core/http/failure';
import { useThumbnail } from '../../core/http/picture';
import { Icon } from '../display/icon';
import { closeIcon, plusIcon } from '../display/icons';
import { Preview } from '../display/preview';
import { failureText } from '../feedback/trouble';
import { target } from '../styles';
import { Field, type FieldOf } from './field';
import { PictureInput } from './picture-input';

const tiles = css`
  display: flex;
  flex-wrap: wrap;
  margin: 0 -4px -8px;
  & > div,
  & > label {
    position: relative;
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    width: 92px;
    min-height: 92px;
    margin: 0 4px 8px;
    overflow: hidden;
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
  & > div img {
    width: 92px;
    height: 92px;
    object-fit: cover;
  }
  & img + span,
  & button > svg {
    background: rgba(6, 10, 14, 0.75);
    color: #fff;
  }
  & img + span {
    position: absolute;
    bottom: 0;
    left: 0;
    width: 100%;
  }
  & button + button {
    position: absolute;
    top: 0;
    right: 0;
  }
  & button > svg {
    border-radius: calc(var(--cp-round) * 12 / 16);
  }
`;

interface Picture {
  key: number;
  name: string;
  /** The address of the preview: the local file if available. */
  url?: string;
  file?: File;
  /** Progress of the upload, 0 to 100. */
  percent?: number;
  failure?: string;
  /** Present after the upload. */
  id?: string;
  stop?: AbortController;
}

/** A picture that was uploaded before the form was opened. */
const UploadedPicture = ({ id }: { id: string }) => <img src={useThumbnail(id)} alt="" />;

/** The pictures of a field with their uploads; the form is updated whenever one is added or removed. */
function usePictures<I>(
  of: FieldOf<I>['of'],
  name: FieldOf<I>['name'],
  max: number,
  onWaiting: ((waiting: boolean) => void) | undefined,
) {
  const { t, upload } = useApp();
  const [pictures, setPictures] = useState<Picture[]>(() =>
    ([] as unknown[]).concat(of.values[name] ?? []).map((id, key) => ({ key, name: '', id: String(id) })),
  );
  const now = useRef(pictures);
  const next = useRef(pictures.length);

  const show = (change: (all: Picture[]) => Picture[]) => {
    now.current = change(now.current);
    setPictures(now.current);
  };
  const patch = (key: number, by: Partial<Picture>) =>
    show((all) => all.map((one) => (one.key === key ? { ...one, ...by } : one)));
  const report = () => {
    const ids = now.current.flatMap(({ id }) => id ?? []);
    of.set(name, (max > 1 ? ids : ids[0]) as I[keyof I & string] | undefined);
  };

  const unsent = useUnsentFiles(name, () => now.current.map(({ id, file }) => (id ? undefined : file)));
  useEffect(() => {
    for (const file of unsent) add(file);
  }, []);
  useEffect(
    () => () => {
      for (const { stop, url } of now.current) {
        stop?.abort();
        if (url) URL.revokeObjectURL(url);
      }
    },
    [],
  );

  const waiting = pictures.some(({ id }) => !id);
  useEffect(() => onWaiting?.(waiting), [waiting]);

  const send = async ({ key, file }: Picture) => {
    if (!file) return;
    const stop = new AbortController();
    show((all) =>
      all.map((one) => {
        const { failure: _, ...fresh } = one;
        return one.key === key ? { ...fresh, percent: 0, stop } : one;
      }),
    );
    try {
      const onProgress = (percent: number) => patch(key, { percent });
      const { id } = await upload(file, { onProgress, signal: stop.signal });
      patch(key, { id });
      report();
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'aborted') patch(key, { failure: failureText(failure, t) });
    }
  };

  const add = (file: File, name = file.name) => {
    const picture = { key: next.current++, name, file, url: URL.createObjectURL(file) };
    show((all) => [...all, picture]);
    void send(picture);
  };
  const remove = ({ key, stop, url }: Picture) => {
    stop?.abort();
    if (url) URL.revokeObjectURL(url);
    show((all) => all.filter((one) => one.key !== key));
    report();
  };
  /** Adds a picture that the platform has uploaded. */
  const addSent = (id: string) => {
    show((all) => [...all, { key: next.current++, name: '', id }]);
    report();
  };
  return { pictures, add, addSent, remove, send };
}

/** Pictures that are uploaded as soon as they are chosen. The form stores the id, or the list of ids if there may be more than one. */
export function ImageField<I>({
  of,
  name,
  label,
  hint,
  optional,
  max = 1,
  onWaiting,
}: FieldOf<I> & {
  max?: number | undefined;
  /** Called with whether there are pictures that the form does not contain yet: in progress, or failed. */
  onWaiting?: ((waiting: boolean) => void) | undefined;
}) {
  const { t, toasts } = useApp();
  const { pictures, add, addSent, remove, send } = usePictures(of, name, max, onWaiting);
  const [viewed, setViewed] = useState<Picture>();
  return (
    <Field label={label} problem={of.problems[name]} hint={hint} optional={optional}>
      {(id, describedBy, invalid) => (
        <div className={tiles}>
          {pictures.map((one) => (
            <div key={one.key}>
              <button
                type="button"
                aria-label={`${t(one.failure ? 'form.upload.retry' : 'form.upload.preview')} ${one.name}`}
                onClick={() => (one.failure ? void send(one) : one.url && setViewed(one))}
              >
                {one.url ? <img src={one.url} alt="" /> : one.id && <UploadedPicture id={one.id} />}
                {one.failure && <span role="alert">{one.failure}</span>}
                {!one.failure && !one.id && (
                  <span role="status">{t('form.upload.busy', { percent: one.percent ?? 0 })}</span>
                )}
              </button>
              <button
                type="button"
                className={target}
                aria-label={`${t('form.upload.remove')} ${one.name}`}
                onClick={() => remove(one)}
              >
                <Icon of={closeIcon} />
              </button>
            </div>
          ))}
          {pictures.length < max && (
            <label>
              <Icon of={plusIcon} size={24} />
              {t('form.upload.add')}
              <PictureInput
                id={id}
                most={max - pictures.length}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                onFile={add}
                onId={addSent}
                onWrong={(why) => toasts.show(t(`form.upload.${why}`))}
              />
            </label>
          )}
          {viewed?.url && (
            <Preview url={viewed.url} label={viewed.name} onClose={() => setViewed(undefined)} />
          )}
        </div>
      )}
    </Field>
  );
}
