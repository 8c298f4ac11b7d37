import { css } from 'goober';
import { useThumbnail } from '../../core/http/picture';

const round = css`
  position: relative;
  display: block;
  flex: none;
  & > svg,
  & > img {
    width: 100%;
    height: 100%;
  }
  & > img {
    border-radius: 50%;
    background: var(--cp-sunk);
    object-fit: cover;
  }
`;

const gels = ['#2ee6a8', '#ffc35c', '#58adff', '#ff86a3'];
/** Cells of the left half and the middle without corners; the rest mirrors them. */
const cells = [1, 2, 5, 6, 7, 10, 11, 12, 15, 16, 17, 21, 22];

/** FNV-1a: short, and evenly distributed. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return sum;
}

/** Lights of 5 × 5 without corners, mirrored, 9 to 15 of them lit, and their colour: deterministic for a `seed`. */
function pattern(seed: string): { path: string; gel: string | undefined } {
  for (let turn = 0; ; turn++) {
    const bits = hash(`${seed}${turn || ''}`);
    const lit = cells.filter((_, at) => (bits >> at) & 1);
    const count = lit.reduce((sum, cell) => sum + (cell % 5 === 2 ? 1 : 2), 0);
    if (count < 9 || count > 15) continue;
    const path = lit
      .map((cell) => {
        const [x, y] = [cell % 5, Math.floor(cell / 5)];
        const dot = (x: number) => `M${13 + x * 5.5} ${13 + y * 5.5}h.01`;
        return dot(x) + (x === 2 ? '' : dot(4 - x));
      })
      .join('');
    return { path, gel: gels[(hash(seed) >>> 24) % gels.length] };
  }
}

function Photograph({ id }: { id: string }) {
  return <img src={useThumbnail(id)} alt="" />;
}

/** The remaining part of a membership, as a ring of 28 lights around the picture. */
function Ring({ left }: { left: number }) {
  const lights = Array.from({ length: 28 }, (_, at) => {
    const angle = (at / 28) * 2 * Math.PI - Math.PI / 2;
    return `M${(32 + 30 * Math.cos(angle)).toFixed(1)} ${(32 + 30 * Math.sin(angle)).toFixed(1)}h.01`;
  });
  const on = Math.min(28, Math.max(1, Math.ceil(left * 28)));
  return (
    <svg
      viewBox="0 0 64 64"
      strokeLinecap="round"
      strokeWidth="3"
      aria-hidden="true"
      style={{ position: 'absolute' }}
    >
      <path d={lights.slice(on).join('')} stroke="var(--cp-unlit)" />
      <path d={lights.slice(0, on).join('')} stroke="var(--cp-sun)" />
    </svg>
  );
}

/** A person: their photograph, or lights derived from their id. Decorative; the name is beside it. */
export function Avatar({
  id,
  photo,
  size = 48,
  ring,
}: {
  /** Id of the person. */
  id: string;
  /** Id of the picture, if they have one. */
  photo?: string | undefined;
  size?: number | undefined;
  /** For a member or a team leader: the remaining part, 0 to 1. */
  ring?: number | undefined;
}) {
  const { path, gel } = pattern(id);
  const inside = ring === undefined ? undefined : { padding: size / 10 };
  return (
    <span className={round} style={{ width: size, height: size }} aria-hidden="true">
      {ring !== undefined && <Ring left={ring} />}
      <span className={round} style={{ width: '100%', height: '100%', ...inside }}>
        {photo ? (
          <Photograph id={photo} />
        ) : (
          <svg viewBox="0 0 48 48" strokeLinecap="round" aria-hidden="true">
            <circle cx="24" cy="24" r="24" fill="#13283d" />
            <path d={path} stroke={gel} strokeWidth="4" />
          </svg>
        )}
      </span>
    </span>
  );
}
