import { css } from 'goober';
import { useEffect, useRef } from 'react';

const amount = css`
  font-weight: 700;
  white-space: nowrap;
  & > small {
    font-size: 0.8em;
  }
  &[data-size='mid'] {
    font-size: 17px;
  }
  &[data-size='lead'] {
    font-size: 24px;
    line-height: 1.25;
  }
  &[data-size='figure'] {
    font-size: 36px;
    -webkit-text-size-adjust: 100%; /* already large: a number must not wrap */
    letter-spacing: -0.02em;
    line-height: 1.22;
  }
  &[data-size='figure'][data-long] {
    font-size: 28px;
  }
  @media (max-width: 260px) {
    &[data-size='figure'] {
      font-size: 24px;
    }
    &[data-size='figure'][data-long] {
      font-size: 19px;
    }
  }
  &[data-size='lead'] > small,
  &[data-size='figure'] > small {
    font-size: 0.6em;
    letter-spacing: 0;
  }
  &[data-changed] {
    animation: cp-new 0.6s;
  }
`;

/** Number of characters from which a figure is drawn smaller. */
const long = 12;

/**
 * A number without line breaks, formatted by `money` or `whole`, with its sign and decimals smaller; from 17 px on (`mid`), 24 (`lead`)
 * or 36 (`figure`). A number that changes while it is visible is highlighted once.
 */
export function Amount({ of, size = 'mid' }: { of: string; size?: 'mid' | 'lead' | 'figure' | undefined }) {
  const before = useRef(of);
  const changed = before.current !== of && /\d/.test(before.current);
  useEffect(() => {
    before.current = of;
  }, [of]);
  // biome-ignore lint/style/noNonNullAssertion: each part may be empty, so it takes every text
  const [, sign, integer, fraction] = /^(\D*)([\d,]*)(.*)$/.exec(of)!;
  return (
    <b
      key={of}
      className={amount}
      data-size={size}
      data-long={of.length >= long || undefined}
      data-changed={changed || undefined}
    >
      {sign && (integer ? <small>{sign}</small> : sign)}
      {integer}
      {fraction && <small>{fraction}</small>}
    </b>
  );
}
