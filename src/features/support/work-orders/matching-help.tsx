import { css } from 'goober';
import { useEffect, useState } from 'react';
import { findHelp, type HelpText } from '../../../contract/support/ai';
import { useApp } from '../../../core/app';
import { useDebounced } from '../../../core/data/debounced';
import { isDone } from '../../../core/http/answer';
import { quiet } from '../../../ui/styles';
import { HelpQuote } from '../ai/help-quote';

/** Fewer characters match too much; two of Chinese are a word. */
const fewest = 2;

const box = css`
  margin-top: 12px;
  & > p:empty {
    display: none;
  }
`;

/**
 * The help texts that match a title while it is written, each closed: some members then need no reply. Nothing is shown if none matches
 * or no answer comes, because the form works without them; a session that has ended is announced when the member submits.
 */
export function MatchingHelp({ title }: { title: string }) {
  const { onPull, send, t } = useApp();
  const text = useDebounced(title.trim());
  const [found, setFound] = useState<readonly HelpText[]>([]);
  const isEmbed = !onPull; // which may not search in our help texts
  useEffect(() => {
    let left = false;
    const show = (help: readonly HelpText[]) => left || setFound(help);
    if (isEmbed || text.length < fewest) show([]);
    else
      send(findHelp, { text }, { wait: 'never', quiet: true, unasked: true }).then(
        (answer) => isDone(answer) && show(answer.help),
        () => {},
      );
    return () => {
      left = true;
    };
  }, [text]);
  return (
    <section className={found.length ? box : ''}>
      <p role="status" className={quiet}>
        {found.length > 0 && t('work-orders.help')}
      </p>
      {found.map((one) => (
        <HelpQuote key={one.id} of={one} open={false} go={t('work-orders.helpOpen')} />
      ))}
    </section>
  );
}
