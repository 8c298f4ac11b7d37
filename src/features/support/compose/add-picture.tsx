import { css } from 'goober';
import { useApp } from '../../../core/app';
import { dataUrl } from '../../../core/data/data-url';
import { Icon } from '../../../ui/display/icon';
import { materialIcon } from '../../../ui/display/icons';
import { PictureInput } from '../../../ui/field/picture-input';
import { target } from '../../../ui/styles';

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

/** Lets the member choose a picture and returns it, shrunk, as a data URL; or the id of one that is already at the gateway. */
export function AddPicture({ onPicture, onId }: { onPicture(url: string): void; onId(id: string): void }) {
  const { t, toasts } = useApp();
  return (
    <label className={`${target} ${add}`}>
      <Icon of={materialIcon} size={24} />
      <PictureInput
        aria-label={t('im.picture')}
        onFile={(file) => void dataUrl(file).then(onPicture)}
        onId={onId}
        onWrong={(why) => toasts.show(t(why === 'type' ? 'im.kind' : 'im.size'))}
      />
    </label>
  );
}
