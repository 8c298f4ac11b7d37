import { css } from 'goober';
import { useState } from 'react';
import { useApp } from '../../core/app';
import { useSites } from '../../core/navigation/sites';
import * as web from '../web/routes';
import { knownSite } from '../web/routes';
import * as circle from './routes';

const words = css`
  margin-top: 10px;
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

/** Characters and lines from which on a post is shown in part. */
const long = 280;
const manyLines = 8;

/** Addresses and tags. Letters of any script belong to a tag; engines before Chrome 64 would not know `\p`, ours do not all. */
const special = /https?:\/\/[^\s<>"'，。！？、；）)]+|#[^\s#.,!?:;，。！？、；：“”"'()（）<>/&@-]+/g;

/** The parts of a text, addresses and tags apart. Nothing else in it means anything. */
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

/** What somebody has written: text, with its tags, and its addresses, as buttons; those ask before they lead anywhere. */
export function PostText({ text }: { text: string }) {
  const { dialogs, nav, t } = useApp();
  const openSite = useSites(web.webView, knownSite);
  const [whole, setWhole] = useState(false);
  if (!text) return null;
  const cut = !whole && (text.length > long + 40 || text.split('\n').length > manyLines);
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
          <button type="button" onClick={() => setWhole(true)}>
            {t('circle.show')}
          </button>
        </>
      )}
    </p>
  );
}
