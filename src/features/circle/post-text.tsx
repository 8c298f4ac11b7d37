import { css } from 'goober';
import { useState } from 'react';
import { useApp } from '../../core/app';
import { useSites } from '../../core/navigation/sites';
import * as web from '../web/routes';
import { knownSite } from '../web/routes';
import * as circle from './routes';

const words = css`
  margin-top: 10px;
  font-size: 16px;
  line-height: 1.5;
  overflow-wrap: anywhere;
  white-space: pre-wrap;
  & > button {
    min-height: 44px;
    margin: -12px 0;
    color: var(--cp-accent);
    text-align: left;
    text-decoration: underline;
  }
`;

/** Number of characters and of lines from which a post is shortened. */
const long = 280;
const manyLines = 8;

/** Addresses and tags. A tag may contain letters of any script; not all supported engines know `\p`, which came with Chrome 64. */
const special = /https?:\/\/[^\s<>"'，。！？、；）)]+|#[^\s#.,!?:;，。！？、；：“”"'()（）<>/&@-]+/g;

/** Splits a text into plain text, addresses and tags. Nothing else in it is interpreted. */
function partsOf(text: string): { text: string; special?: true }[] {
  const parts: { text: string; special?: true }[] = [];
  let at = 0;
  for (const found of text.match(special) ?? []) {
    const begin = text.indexOf(found, at);
    if (begin > at) parts.push({ text: text.slice(at, begin) });
    parts.push({ text: found, special: true });
    at = begin + found.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

const shortened = (text: string) => {
  const lines = text.split('\n').slice(0, manyLines).join('\n');
  return lines.length > long ? `${[...lines].slice(0, long).join('')}…` : `${lines}…`;
};

/** A member's text, with its tags and addresses as buttons; addresses ask before they open. */
export function PostText({ text }: { text: string }) {
  const { dialogs, nav, t } = useApp();
  const openSite = useSites(web.webView, knownSite);
  const [expanded, setExpanded] = useState(false);
  if (!text) return null;
  const cut = !expanded && (text.length > long + 40 || text.split('\n').length > manyLines);
  const open = async (url: string) => {
    const [, host = ''] = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url) ?? [];
    const yes = await dialogs.ask({
      title: t('circle.linkTitle'),
      text: t('circle.linkText', { host, url }),
      yes: t('circle.linkOpen'),
      no: t('common.cancel'),
    });
    if (yes) await openSite(url);
  };
  return (
    <p className={words}>
      {partsOf(cut ? shortened(text) : text).map(({ text: part, special }, at) =>
        special ? (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
            key={at}
            type="button"
            onClick={() =>
              part[0] === '#' ? nav.go(circle.dynamic, { tag: part.slice(1) }) : void open(part)
            }
          >
            {part}
          </button>
        ) : (
          part
        ),
      )}
      {cut && (
        <>
          {' '}
          <button type="button" onClick={() => setExpanded(true)}>
            {t('circle.show')}
          </button>
        </>
      )}
    </p>
  );
}
