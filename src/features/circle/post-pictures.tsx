import { css } from 'goober';
import { type Picture, thumbnail, thumbnailWidths } from '../../contract/wire/media';
import { useApp } from '../../core/app';
import { pictureAddress } from '../../core/http/picture';

const grid = css`
  display: flex;
  flex-wrap: wrap;
  margin: 10px -2px 0;
  overflow: hidden;
  & > button {
    position: relative;
    flex: none;
    width: 33.333%;
    padding-top: 33.333%;
    border: 2px solid var(--cp-card);
    border-radius: calc(var(--cp-round) * 12 / 16);
    background: var(--cp-sunk);
    overflow: hidden;
  }
  &[data-two] > button {
    width: 50%;
    padding-top: 50%;
  }
  &[data-one] > button {
    width: 100%;
    max-width: 100%;
    padding-top: 0;
  }
  & img {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

/** Maximum height of a single picture relative to its width. */
const tallest = 1.2;

/** The picture at each available width, for `srcset`; a cloud store has one size only. */
const widthsOf = (address: string) =>
  thumbnail(address, 160) === address
    ? undefined
    : thumbnailWidths.map((px) => `${thumbnail(address, px)} ${px}w`).join(',');

/** Up to nine pictures, each at its displayed size; a tap opens them in full size, one after the other. */
export function PostPictures({ of, onShow }: { of: readonly Picture[]; onShow(at: number): void }) {
  const { t, wire } = useApp();
  if (!of.length) return null;
  const label = (at: number) => t('circle.picture', { number: at + 1, count: of.length });
  const one = of.length === 1;
  const two = of.length === 2 || of.length === 4;
  return (
    <div className={grid} data-one={one || undefined} data-two={two || undefined}>
      {of.map(({ id, url, width, height }, at) => {
        const address = pictureAddress(wire, { id, url });
        const ratio = width && height ? Math.min(height / width, tallest) : 1;
        return (
          <button
            // a post may contain a picture twice
            // biome-ignore lint/suspicious/noArrayIndexKey: pictures of a post never change places
            key={`${id} ${at}`}
            type="button"
            aria-label={label(at)}
            style={one ? { paddingTop: `${ratio * 100}%` } : undefined}
            onClick={() => onShow(at)}
          >
            <img
              src={thumbnail(address, one ? 640 : 320)}
              srcSet={widthsOf(address)}
              sizes={`${one ? 91 : two ? 46 : 31}vw`}
              width={width ?? 300}
              height={height ?? 300}
              loading="lazy"
              decoding="async"
              alt=""
            />
          </button>
        );
      })}
    </div>
  );
}
