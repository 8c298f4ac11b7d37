import { css } from 'goober';
import type { ReactNode } from 'react';
import { useSites } from '../../../core/navigation/sites';
import { hidden, quiet } from '../../../ui/styles';
import * as web from '../../web/routes';
import { knownSite } from '../../web/routes';

const line = css`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  padding: 4px 0;
  & > div {
    max-width: 82%;
    padding: 9px 14px;
    border-radius: var(--cp-round) var(--cp-round) var(--cp-round) 4px;
    background: var(--cp-card);
    white-space: pre-wrap;
    word-break: break-word;
  }
  & > p {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    margin: 2px 4px 0;
  }
  & > p button {
    min-height: 44px;
    margin: -8px 0 -8px 4px;
    padding: 0 8px;
    color: var(--cp-accent);
    font-weight: 600;
  }
  &[data-mine] {
    align-items: flex-end;
  }
  &[data-mine] > div {
    border-radius: var(--cp-round) var(--cp-round) 4px var(--cp-round);
    background: var(--cp-soft);
  }
  & > div button {
    max-width: 100%;
  }
  & img {
    width: 160px;
    max-width: 100%;
    height: 160px;
    margin: -3px 0;
    border-radius: calc(var(--cp-round) * 10 / 16);
    background: var(--cp-line);
    object-fit: cover;
  }
`;

/** A message: the member's on the right, others on the left. */
export const Bubble = ({
  mine,
  who,
  note,
  children,
}: {
  mine: boolean;
  /** The author, for screen readers. */
  who: string;
  /** Below it: time and status. */
  note?: ReactNode;
  children?: ReactNode;
}) => (
  <div className={line} data-mine={mine || undefined}>
    <span className={hidden}>{who}: </span>
    <div>{children}</div>
    {note && <p className={quiet}>{note}</p>}
  </div>
);

const address = /(https?:\/\/[^\s<>"'，。！？；）】]+[^\s<>"'，。！？；）】.,!?;:)\]])/;

/** Plain text with its addresses as links. */
export function LinkedText({ text }: { text: string }) {
  const openSite = useSites(web.webView, knownSite);
  return (
    <>
      {text.split(address).map((part, at) =>
        at % 2 ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
            key={at}
            href={part}
            rel="noreferrer"
            onClick={(event) => {
              event.preventDefault();
              void openSite(part);
            }}
          >
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}

const day = css`
  padding: 12px 0 6px;
  text-align: center;
`;

/** A date between the messages of two days. */
export const Day = ({ children }: { children?: ReactNode }) => (
  <p className={`${quiet} ${day}`}>{children}</p>
);
