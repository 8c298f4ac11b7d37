import { css } from 'goober';
import type { HelpText } from '../../../contract/support/ai';
import { useApp } from '../../../core/app';
import { Button } from '../../../ui/button';

const quote = css`
  margin: 4px 0;
  border-left: 3px solid var(--cp-lit);
  border-radius: 4px var(--cp-round) var(--cp-round) 4px;
  background: var(--cp-card);
  & > summary {
    min-height: 44px;
    padding: 10px 14px;
    border-radius: inherit;
    font-weight: 600;
    cursor: pointer;
    list-style: none;
  }
  & > summary::-webkit-details-marker {
    display: none;
  }
  & > summary::after {
    float: right;
    width: 7px;
    height: 7px;
    margin: 5px 2px 0 12px;
    border: solid var(--cp-quiet);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
    content: '';
  }
  &[open] > summary::after {
    margin-top: 9px;
    transform: rotate(225deg);
  }
  & > summary:focus-visible {
    outline-offset: -2px;
  }
  & > blockquote {
    padding: 0 14px 12px;
  }
  & > button {
    margin: -8px 0 4px;
  }
`;

/** A quoted help text; only its title until it is opened. `go`: the text of the button to its screen. */
export function HelpQuote({
  of: { title, text, screen },
  open,
  go,
}: {
  of: HelpText;
  open: boolean;
  go: string;
}) {
  const { nav } = useApp();
  return (
    <details className={quote} open={open}>
      <summary>{title}</summary>
      <blockquote>{text}</blockquote>
      {screen && (
        <Button kind="quiet" small onClick={() => nav.open(`/${screen}`)}>
          {go}
        </Button>
      )}
    </details>
  );
}
