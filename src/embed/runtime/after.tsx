import { type ComponentType, useEffect, useState } from 'react';
import { useApp } from '../../core/app';
import { useRetry } from '../../core/data/retry';
import type { MessageKey } from '../../core/text/i18n';
import { Button, ButtonLink } from '../../ui/button';
import { wrongDrawing } from '../../ui/display/drawings';
import type * as asking from '../../ui/feedback/dialog';
import { Empty } from '../../ui/feedback/empty';
import { Toast } from '../../ui/feedback/toast';

// Code that an embed needs only after its first content: one file, loaded then or on demand.

export { default as md5 } from 'blueimp-md5';
export { withRequestKey } from '../../core/http/keyed-send';
export { announce } from './announce';
export { createAsk } from './http';
export { createOpen } from './open';

interface LayerProps {
  /** Loads the code of dialogs, with the first dialog. */
  dialogs(): Promise<[typeof asking]>;
}

/** The layer over the screens: toasts, and the dialogs of `dialogs.ask`. */
export function Layer({ dialogs: load }: LayerProps) {
  const { dialogs } = useApp();
  const question = dialogs.current.value;
  const [Dialogs, setDialogs] = useState<ComponentType>();
  useEffect(() => {
    if (!question || Dialogs) return;
    load().then(
      ([{ Dialogs }]) => setDialogs(() => Dialogs),
      () => question.answer(false),
    );
  }, [question]);
  return (
    <>
      <Toast />
      {Dialogs && <Dialogs />}
    </>
  );
}

/** Why a screen cannot be shown: its code is missing or has failed, the address lacks a parameter, or the member may not use it. */
export type Hindrance = 'chunk' | 'crash' | 'parameter' | 'scope' | 'buy';

const texts: Record<Hindrance, MessageKey> = {
  chunk: 'common.failures.chunk',
  crash: 'common.failures.crash',
  parameter: 'common.failures.parameter',
  scope: 'common.guard.scope',
  buy: 'common.guard.title',
};

export interface InsteadProps {
  why: Hindrance;
  retry(): void;
  /** The address of the full page on which the member can do it. */
  full: string;
}

/** Replaces a screen that cannot be shown. */
export function Instead({ why, retry, full }: InsteadProps) {
  const { t } = useApp();
  useRetry(why === 'chunk', retry);
  const broken = why === 'chunk' || why === 'crash';
  return (
    <div {...(broken && { role: 'alert' })}>
      <Empty drawing={broken ? wrongDrawing : undefined} text={t(texts[why])}>
        {broken && <Button onClick={retry}>{t('common.retry')}</Button>}
        {why === 'scope' && <ButtonLink href={full}>{t('common.guard.full')}</ButtonLink>}
        {why === 'buy' && <ButtonLink href={full}>{t('common.guard.buy')}</ButtonLink>}
      </Empty>
    </div>
  );
}
