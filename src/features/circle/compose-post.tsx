import { css } from 'goober';
import { useLayoutEffect, useMemo, useState } from 'react';
import { addPost } from '../../contract/video/circle';
import { longestPost, mostPostPictures, addPost as rules } from '../../contract/video/circle.rules';
import { useApp } from '../../core/app';
import { useDraft } from '../../core/form/draft';
import { useForm } from '../../core/form/form';
import { Button } from '../../ui/button';
import { BarFormView } from '../../ui/field/bar-form';
import { ImageField } from '../../ui/field/image-field';
import { TextField } from '../../ui/field/text-field';
import { red } from '../../ui/styles';
import { draftName } from './draft-name';
import * as circle from './routes';
import { VideoField } from './video-field';

/** Beside each other until one of them is chosen. */
const media = css`
  display: flex;
  flex-wrap: wrap;
  margin: 16px -6px 0;
  & > * {
    flex: 1 1 8em;
    margin: 0 6px 16px;
  }
`;

interface Written {
  text: string;
  pictures?: string[] | undefined;
  video?: string | undefined;
  poster?: string | undefined;
}

const begun = ({ text, pictures, video }: Partial<Written>) => !!(text?.trim() || pictures?.length || video);

/**
 * The screen for writing a post. The draft stays on the phone until it is sent or discarded; a post without a response is sent again
 * under the same request key.
 */
export default function ComposePost() {
  const { dialogs, nav, t, toasts } = useApp();
  const [draft, keep] = useDraft<Partial<Written>>(draftName);
  const initial = useMemo(() => ({ text: '', ...draft }), []);
  const [waiting, setWaiting] = useState({ pictures: false, video: false });
  const form = useForm({
    call: addPost,
    rules,
    initial,
    done() {
      keep(undefined);
      toasts.show(t('circle.didPost'));
      nav.back(circle.dynamic);
    },
  });
  const { values } = form;
  useLayoutEffect(() => keep(begun(values) ? values : undefined), [values]);
  const submit = async (event?: { preventDefault(): void }) => {
    if (!waiting.pictures && !waiting.video) return form.submit(event);
    event?.preventDefault();
    toasts.show(t('circle.waiting'));
  };
  const discard = async () => {
    const yes = await dialogs.ask({
      text: t('circle.discardText'),
      yes: t('circle.discard'),
      no: t('circle.keep'),
      danger: true,
    });
    if (!yes) return;
    keep(undefined);
    nav.back(circle.dynamic);
  };
  const withVideo = !!values.video || waiting.video;
  const withPictures = !!values.pictures?.length || waiting.pictures;
  return (
    <BarFormView
      of={{ ...form, submit }}
      send={t('circle.post')}
      note={
        draft && (
          <Button kind="quiet" small style={red} onClick={() => void discard()}>
            {t('circle.discard')}
          </Button>
        )
      }
    >
      <TextField
        of={form}
        name="text"
        label={t('circle.text')}
        lines={6}
        maxLength={longestPost}
        required={false}
      />
      <div className={media}>
        {!withVideo && (
          <ImageField
            of={form}
            name="pictures"
            label={t('circle.pictures')}
            hint={t('circle.picturesHint', { count: mostPostPictures })}
            max={mostPostPictures}
            onWaiting={(pictures) => setWaiting((now) => ({ ...now, pictures }))}
          />
        )}
        {!withPictures && (
          <VideoField of={form} onWaiting={(video) => setWaiting((now) => ({ ...now, video }))} />
        )}
      </div>
    </BarFormView>
  );
}
