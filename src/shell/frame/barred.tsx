import { type ReactNode, useEffect, useState } from 'react';
import { useApp } from '../../core/app';
import { ChunkError } from '../../core/navigation/download';
import type { OpenRoute } from '../../core/navigation/route';
import * as devices from '../../features/devices/routes';
import * as store from '../../features/store/routes';
import { ButtonLink } from '../../ui/button';
import { firstDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Broken, Unreachable } from './fallback';

// Replacements for screens that may not be shown. Part of the deferred code, because no landing screen needs them.

const HomeLink = ({ to, children }: { to: OpenRoute; children: ReactNode }) => (
  <ButtonLink {...useApp().nav.link(to, {})}>{children}</ButtonLink>
);

/**
 * Spec §6: tells the member to buy a cloud machine first, and leads to the shop. The gateway is asked before, because it may know of a
 * machine that the phone does not. `path`: of the replaced screen.
 */
export function BuyFirst({ path }: { path: string }) {
  const { renew, t } = useApp();
  const [bought, setBought] = useState<'asking' | 'unknown' | 'no'>('asking');
  const ask = () => {
    setBought('asking');
    void renew().then((failure) => setBought(failure ? 'unknown' : 'no'));
  };
  useEffect(ask, []);
  if (bought === 'asking') return <Skeleton kind="list" />;
  if (bought === 'unknown') return <Unreachable failure={new ChunkError('network', path)} retry={ask} />;
  return (
    <Empty drawing={firstDrawing} title={t('common.guard.title')} text={t('common.guard.text')}>
      <HomeLink to={store.rechargeScore}>{t('common.guard.buy')}</HomeLink>
    </Empty>
  );
}

/** The missing parameters are for developers, in an attribute; members see what to do. */
export function Incomplete({ names }: { names: string[] }) {
  const { t } = useApp();
  return (
    <div data-missing={names.join()}>
      <Broken text={t('common.failures.parameter')}>
        <HomeLink to={devices.list}>{t('common.failures.home')}</HomeLink>
      </Broken>
    </div>
  );
}

export function NotFound() {
  const { t } = useApp();
  return (
    <Empty text={t('common.failures.notFoundText')}>
      <HomeLink to={devices.list}>{t('common.failures.home')}</HomeLink>
    </Empty>
  );
}
