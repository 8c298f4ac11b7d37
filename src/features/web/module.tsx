import { css } from 'goober';
import { useEffect, useRef, useState } from 'react';
import { type EmbedFeature, embedFeatures } from '../../contract/embed/features';
import { embedToken } from '../../contract/site/web';
import { useApp } from '../../core/app';
import { fetchOrThrow } from '../../core/data/query';
import type { Embedded, Platform } from '../../core/platform';
import { Skeleton } from '../../ui/feedback/skeleton';
import { NotOpened } from './not-opened';
import { Top } from './top';

/** An embed has a gutter of its own. */
const wide = css`
  margin: 0 -16px;
`;

const isFeature = (type: string): type is EmbedFeature => Object.keys(embedFeatures).includes(type);

/** The embed that partners have in their pages, in ours: the same files, with a token for who is signed in. */
export function Module({ type }: { type: string }) {
  const { platform, t } = useApp();
  const { embed } = platform;
  return (
    <>
      <Top title={t('common.app')} />
      {!embed ? (
        <NotOpened title={t('web.nowhere')} />
      ) : isFeature(type) ? (
        <Mounted key={type} type={type} embed={embed} />
      ) : (
        <NotOpened title={t('web.unknown', { type })} />
      )}
    </>
  );
}

interface Props {
  type: EmbedFeature;
  embed: NonNullable<Platform['embed']>;
}

function Mounted({ type, embed }: Props) {
  const { send, i18n, t } = useApp();
  const box = useRef<HTMLDivElement>(null);
  const mounted = useRef<Embedded | undefined>(undefined);
  const [state, setState] = useState<'waiting' | 'here' | 'failed' | 'unknown'>('waiting');
  const [turn, setTurn] = useState(0);
  const locale = i18n.locale.peek(); // `useApp` renders again when it changes

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let left = false;
    setState('waiting');
    const token = () => fetchOrThrow(send, embedToken, { feature: type }, 'never');
    embed(type, element, { locale, token }).then(
      (embedded) => {
        if (left) return embedded.destroy();
        mounted.current = embedded;
        setState('here');
      },
      (error) => {
        if (!left) setState(error?.code === 'unknown_feature' ? 'unknown' : 'failed');
      },
    );
    return () => {
      left = true;
      mounted.current?.destroy();
      mounted.current = undefined;
    };
  }, [turn]);
  useEffect(() => mounted.current?.speak(locale), [locale]);

  return (
    <>
      {state === 'waiting' && <Skeleton kind="detail" />}
      {state === 'failed' && (
        <NotOpened title={t('common.failures.chunk')} retry={() => setTurn((turn) => turn + 1)} />
      )}
      {state === 'unknown' && <NotOpened title={t('web.unknown', { type })} />}
      <div className={wide} ref={box} />
    </>
  );
}
