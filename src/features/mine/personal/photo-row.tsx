import { css } from 'goober';
import { useEffect, useRef, useState } from 'react';
import type { UserInfo } from '../../../contract/member/auth';
import { modifyInfo } from '../../../contract/member/profile';
import { useApp } from '../../../core/app';
import { fetchOrThrow } from '../../../core/data/query';
import { useUnsentFiles } from '../../../core/form/unsent-files';
import { asFailure } from '../../../core/http/failure';
import { Avatar } from '../../../ui/display/avatar';
import { failureText } from '../../../ui/feedback/trouble';
import { PictureInput } from '../../../ui/field/picture-input';
import { panel, quiet } from '../../../ui/styles';
import { CropPhoto } from './crop-photo';

const row = css`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  min-height: 92px;
  padding: 12px 14px;
  & > div {
    flex: 1 1 6em;
    min-width: 0;
    margin: 0 12px;
  }
  & > b {
    color: var(--cp-accent);
    font-size: 14px;
  }
  & > input {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
    cursor: pointer;
  }
  &:focus-within {
    outline: 2px solid var(--cp-accent);
  }
`;

/** The member's photograph: chosen, cropped to a circle, and changed at once. Spec §5: it can be replaced, never removed. */
export function PhotoRow({ of }: { of: UserInfo }) {
  const { send, t, toasts, upload } = useApp();
  const [chosen, setChosen] = useState<File>();
  const [percent, setPercent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const { userId, avatar, nickname, username } = of;

  const sending = useRef<File>(undefined);
  const [unsent] = useUnsentFiles('avatar', () => [sending.current]);
  useEffect(() => {
    if (unsent) void use(unsent);
  }, []);

  /** Uses a photo of the phone's, or one that is already at the gateway. */
  async function use(photo: File | string) {
    if (percent !== undefined) return;
    setPercent(0);
    setProblem(undefined);
    sending.current = typeof photo === 'string' ? undefined : photo;
    try {
      const avatar = typeof photo === 'string' ? photo : (await upload(photo, { onProgress: setPercent })).id;
      await fetchOrThrow(send, modifyInfo, { avatar }, 'now');
      toasts.show(t('profile.saved'));
      sending.current = undefined;
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'expired') sending.current = undefined;
      setProblem(failureText(failure, t));
    } finally {
      setChosen(undefined);
      setPercent(undefined);
    }
  }
  return (
    <>
      <div className={panel}>
        <label className={row}>
          <Avatar id={userId} photo={avatar} size={64} />
          <div>
            <h2 style={{ fontSize: 15 }}>{t('profile.photo')}</h2>
            <span className={quiet}>{nickname || username}</span>
          </div>
          <b>{t(avatar ? 'profile.change' : 'profile.add')}</b>
          <PictureInput
            name="avatar"
            aria-label={`${t('profile.photo')}: ${t(avatar ? 'profile.change' : 'profile.add')}`}
            onFile={(file) => {
              setProblem(undefined);
              setChosen(file);
            }}
            onId={(id) => void use(id)}
            onWrong={(why) => setProblem(t(`form.upload.${why}`))}
          />
        </label>
      </div>
      {problem && (
        <p role="alert" style={{ margin: '6px 14px 0', color: 'var(--cp-bad)' }}>
          {problem}
        </p>
      )}
      {chosen && (
        <CropPhoto
          file={chosen}
          busy={percent !== undefined}
          onUse={(photo) => void use(photo)}
          onClose={() => setChosen(undefined)}
          onBroken={() => {
            setChosen(undefined);
            setProblem(t('profile.crop.broken'));
          }}
        />
      )}
    </>
  );
}
