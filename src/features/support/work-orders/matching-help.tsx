import { css } from 'goober';
import { useRef } from 'react';
import { findHelp, type HelpText } from '../../../contract/support/ai';
import { useApp } from '../../../core/app';
import { useDebounced } from '../../../core/data/debounced';
import { fetchOrThrow, useEntry } from '../../../core/data/query';
import { quiet } from '../../../ui/styles';
import { HelpQuote } from '../ai/help-quote';

/** Fewer characters match too much; two of Chinese are a word. */
const fewest = 2;

const box = css`
  margin-top: 10px;
`;

/**
 * The help texts that match a title while it is written, each closed: some members then need no answer. Those of the title before stay until
 * the next ones are there. Shows nothing if none matches or the gateway does not answer, because the form works without them.
 */
export function MatchingHelp({ title }: { title: string }) {
  const { i18n, send, t } = useApp();
  const text = useDebounced(title.trim());
  const { value } = useEntry<readonly HelpText[]>(findHelp, { text }, async (_, wait) => {
    if (text.length < fewest) return [];
    // the words of a help text are loaded with the first one
    const [{ help }] = await Promise.all([fetchOrThrow(send, findHelp, { text }, wait), i18n.ready('ai')]);
    return help;
  });
  const last = useRef<readonly HelpText[]>([]);
  if (value) last.current = value;
  const found = last.current;
  return (
    <section className={found.length ? box : ''}>
      <p role="status" className={quiet}>
        {found.length > 0 && t('ai.found')}
      </p>
      {found.map((one) => (
        <HelpQuote key={one.id} of={one} open={false} />
      ))}
    </section>
  );
}
