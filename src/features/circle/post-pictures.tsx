import { css } from 'goober';
import { type Picture, thumbnail, thumbnailWidths } from '../../contract/wire/media';
import { useApp } from '../../core/app';
import { pictureAddress } from '../../core/http/picture';

const grid = css`
  display: grid;
  grid-template-columns: repeat(6, 1fr);
  grid-gap: 4px;
  margin-top: 12px;
  overflow: hidden;
  border-radius: calc(var(--cp-round) * 12 / 16);
  & > button {
    position: relative;
    grid-column: span 2;
    padding-top: 100%;
    background: var(--cp-sunk);
    overflow: hidden;
  }
  & > [data-size='whole'] {
    grid-column: span 6;
    padding-top: 62%;
  }
  & > [data-size='half'] {
    grid-column: span 3;
  }
  & > [data-size='large'] {
    grid-row: span 2;
    grid-column: span 4;
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

/** The width of a picture in percent of the window, by its size. */
const widths = { whole: 91, large: 61, half: 46, third: 30 };

/** The first picture is the largest, and every row is full: three, six or nine pictures begin with a large one beside two others. */
function sizeOf(at: number, count: number): keyof typeof widths {
  if (count % 3 === 2) return at < 2 ? 'half' : 'third';
  if (at) return 'third';
  return count % 3 ? 'whole' : 'large';
}

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
  return (
    <div className={grid}>
      {of.map(({ id, url, width, height }, at) => {
        const address = pictureAddress(wire, { id, url });
        const size = sizeOf(at, of.length);
        const ratio = width && height ? Math.min(height / width, tallest) : 1;
        return (
          <button
            // a post may contain a picture twice
            // biome-ignore lint/suspicious/noArrayIndexKey: pictures of a post never change places
            key={`${id} ${at}`}
            type="button"
            data-size={size}
            aria-label={label(at)}
            style={one ? { paddingTop: `${ratio * 100}%` } : undefined}
            onClick={() => onShow(at)}
          >
            <img
              src={thumbnail(address, widths[size] > 50 ? 640 : 320)}
              srcSet={widthsOf(address)}
              sizes={`${widths[size]}vw`}
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
