import { css } from 'goober';
import { generate } from 'lean-qr/nano';
import { useMemo } from 'react';

const plate = css`
  width: 232px;
  max-width: 100%;
  margin: 16px auto;
  padding: 16px;
  border-radius: var(--cp-round);
  background: #fff;
  & > svg {
    width: 100%;
    height: auto;
  }
`;

/** Black on white in both schemes, because many readers require it. */
export function Qr({ text, label }: { text: string; label: string }) {
  const [size, path] = useMemo(() => {
    const code = generate(text);
    let drawn = '';
    for (let y = 0; y < code.size; y++)
      for (let x = 0; x < code.size; x++) if (code.get(x, y)) drawn += `M${x} ${y}h1v1h-1z`;
    return [code.size, drawn];
  }, [text]);
  return (
    <div className={plate}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} fill="#000" />
      </svg>
    </div>
  );
}
