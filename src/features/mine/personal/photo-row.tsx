import { css } from 'goober';
import { useState } from 'react';
import { getInfo, type UserInfo } from '../../../contract/auth';
import { modifyInfo } from '../../../contract/profile';
import { largestPicture, pictureSide } from '../../../contract/wire/upload';
import { useApp } from '../../../core/app';
import { fetchOrThrow } from '../../../core/data/query';
import { asFailure } from '../../../core/http/failure';
import { upload } from '../../../core/http/upload';
import { uuid } from '../../../core/uuid';
import { Avatar } from '../../../ui/display/avatar';
import { failureText } from '../../../ui/feedback/trouble';
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

/** The member's photograph: chosen, cut to a circle, and changed at once. Spec §5: it can be replaced, never emptied. */
export function PhotoRow({ of }: { of: UserInfo }) {
  const { expired, platform, queries, send, session, t, toasts, wire } = useApp();
  const [chosen, setChosen] = useState<File>();
  const [percent, setPercent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const { userId, avatar, nickname, username } = of;

  async function choose(input: HTMLInputElement) {
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    setProblem(undefined);
    if (!/^image\/(jpeg|png|webp|gif)$/.test(file.type)) return setProblem(t('form.upload.type'));
    const small = (await platform.shrink?.(file, pictureSide)) ?? file;
    if (small.size > largestPicture) return setProblem(t('form.upload.size'));
    setChosen(small);
  }
  async function use(photo: File) {
    if (percent !== undefined) return;
    setPercent(0);
    setProblem(undefined);
    const { token } = wire.identity();
    try {
      const { id = '' } = await upload(wire, photo, setPercent);
      const { userInfo } = await fetchOrThrow(send, modifyInfo, { avatar: id, requestKey: uuid() }, 'now');
      session.update(userInfo);
      queries.changed(getInfo);
      toasts.show(t('profile.saved'));
      setChosen(undefined);
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind === 'expired') return expired(token);
      setProblem(failureText(failure, t));
      setChosen(undefined);
    } finally {
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
          <input
            type="file"
            name="avatar"
            accept="image/jpeg,image/png,image/webp,image/gif"
            aria-label={`${t('profile.photo')}: ${t(avatar ? 'profile.change' : 'profile.add')}`}
            onChange={(event) => void choose(event.currentTarget)}
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
