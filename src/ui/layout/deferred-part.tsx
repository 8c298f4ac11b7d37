import { type ReactNode, useEffect, useState } from 'react';
import { useApp } from '../../core/app';
import { useRetry } from '../../core/data/retry';
import type { OpenRoute } from '../../core/navigation/route';
import type { ScreenComponent } from '../../core/navigation/screen';
import { Button } from '../button';
import { wrongDrawing } from '../display/drawings';
import { Empty } from '../feedback/empty';

interface Props {
  of: OpenRoute;
  /** Shown until the part is loaded. */
  waiting?: ReactNode;
  /** The parameter of a part of the sign-in screen. */
  fromUrl?: string | undefined;
}

/** A part of a screen that is loaded after it, through the screens of its feature. */
export function DeferredPart({ of, waiting, ...params }: Props) {
  const { bring, t } = useApp();
  const [{ Content, failed }, setState] = useState<{ Content?: ScreenComponent; failed?: boolean }>({});
  const load = () => {
    setState({});
    void bring(of).then((Content) => setState(Content ? { Content } : { failed: true }));
  };
  useEffect(load, [of]);
  useRetry(!!failed, load);
  if (Content) return <Content {...(params as Record<string, string>)} />;
  if (!failed) return waiting;
  return (
    <div role="alert">
      <Empty drawing={wrongDrawing} text={t('common.failures.chunk')}>
        <Button onClick={load}>{t('common.retry')}</Button>
      </Empty>
    </div>
  );
}
