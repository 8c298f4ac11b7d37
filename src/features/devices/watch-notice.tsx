import { useRef } from 'react';
import { endWatch } from '../../contract/buying/watches';
import { useApp } from '../../core/app';
import { useConfirmedMutation } from '../../core/data/confirmed-mutation';
import { fetchOrThrow } from '../../core/data/query';
import { Button, ButtonLink } from '../../ui/button';
import { Card } from '../../ui/layout/card';
import { filled } from '../../ui/styles';
import * as devices from './routes';
import { useWatch } from './use-watch';

/**
 * Above the screen of a cloud phone: that a partner's support asks to watch it, or watches it. The answer is given on a page of ours: in a partner's page, this neither names
 * anybody nor ends anything, but leads there.
 */
export default function WatchNotice({ machine }: { machine: string }) {
  const { nav, platform, send, t } = useApp();
  const root = useRef<HTMLDivElement>(null);
  const { watch, look } = useWatch(machine, root);
  const { pending, mutate } = useConfirmedMutation({
    async act(id: string) {
      await fetchOrThrow(send, endWatch, { id }, 'now');
      return t('watches.ended');
    },
    done: look,
  });
  if (!watch) return <div ref={root} />;
  const { id, person, site, name = machine, state } = watch;
  const isAsked = state === 'asked';
  const key = isAsked ? 'asks' : state === 'watching' ? 'watches' : 'may';
  return (
    <div ref={root} style={{ marginBottom: 12 }}>
      <Card>
        <div className={filled}>
          <p role="status" style={{ overflowWrap: 'anywhere' }}>
            <b>{platform.guest ? t(`watches.here.${key}`) : t(`watches.${key}`, { person, site, name })}</b>
          </p>
          <div style={{ display: 'grid' }}>
            {isAsked || platform.guest ? (
              <ButtonLink kind="primary" {...nav.link(devices.watches, {})}>
                {t(isAsked ? 'watches.answer' : 'watches.look')}
              </ButtonLink>
            ) : (
              <Button kind="danger" busy={!!pending} onClick={() => void mutate(id)}>
                {t('watches.end')}
              </Button>
            )}
          </div>
        </div>
      </Card>
    </div>
  );
}
