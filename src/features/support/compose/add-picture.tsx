import { css } from 'goober';
import { largestPicture, pictureSide } from '../../../contract/wire/upload';
import { useApp } from '../../../core/app';
import { Icon } from '../../../ui/display/icon';
import { materialIcon } from '../../../ui/display/icons';
import { target } from '../../../ui/styles';
import { dataUrl } from './send-picture';

const add = css`
  position: relative;
  &:focus-within {
    outline: 2px solid var(--cp-accent);
  }
  & > input {
    position: absolute;
    width: 44px;
    height: 44px;
    opacity: 0;
  }
`;

const kinds = 'image/jpeg,image/png,image/webp,image/gif';

/** Chooses a picture and gives it, made smaller, as a data URL. */
export function AddPicture({ onPicture }: { onPicture(url: string): void }) {
  const { t, platform, toasts } = useApp();
  const choose = async (input: HTMLInputElement) => {
    const chosen = input.files?.[0];
    input.value = '';
    if (!chosen) return;
    if (!kinds.includes(chosen.type || '-')) return toasts.show(t('im.kind'));
    const picture = (await platform.shrink?.(chosen, pictureSide)) ?? chosen;
    if (picture.size > largestPicture) return toasts.show(t('im.size'));
    onPicture(await dataUrl(picture));
  };
  return (
    <label className={`${target} ${add}`}>
      <Icon of={materialIcon} size={24} />
      <input
        type="file"
        accept={kinds}
        aria-label={t('im.picture')}
        onChange={(event) => void choose(event.currentTarget)}
      />
    </label>
  );
}
