import type { InputHTMLAttributes } from 'react';
import { largestPicture, pictureSide } from '../../contract/wire/upload';
import { useApp } from '../../core/app';

const kinds = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

interface Choosing {
  /** Maximum number of pictures to choose at once. */
  most?: number;
  /** A picture, shrunk; `name` is the original's. */
  onFile(file: File, name: string): void;
  /** The id of a picture that the platform has already uploaded. */
  onId(id: string): void;
  /** It is not a picture, or too large. */
  onWrong(why: 'type' | 'size'): void;
}

/**
 * The only way to choose pictures: with the platform's chooser if that is better than a page's (WeChat's album), else with the browser's.
 */
export function PictureInput({
  most = 1,
  onFile,
  onId,
  onWrong,
  ...input
}: Choosing & InputHTMLAttributes<HTMLInputElement>) {
  const { platform, t, toasts } = useApp();
  const take = async (files: readonly File[]) => {
    for (const chosen of files) {
      const isPicture = kinds.includes(chosen.type);
      const file = (isPicture && (await platform.shrink?.(chosen, pictureSide))) || chosen;
      if (!isPicture) onWrong('type');
      else if (file.size > largestPicture) onWrong('size');
      else onFile(file, chosen.name);
    }
  };
  const chooseInPlace = async () => {
    const chosen = await platform.chooseImage?.().catch(() => toasts.show(t('common.failures.wrong')));
    if (typeof chosen === 'string') onId(chosen);
    else if (chosen) await take([chosen]);
  };
  return (
    <input
      {...input}
      type="file"
      accept={kinds.join()}
      multiple={most > 1}
      onClick={(event) => {
        if (!platform.chooseImage) return;
        event.preventDefault();
        void chooseInPlace();
      }}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])].slice(0, most);
        currentTarget.value = '';
        void take(files);
      }}
    />
  );
}
