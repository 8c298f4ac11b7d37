import { currentWatch, endWatch } from '../../contract/buying/watches';
import { useApp } from '../../core/app';
import { useConfirmedMutation } from '../../core/data/confirmed-mutation';
import { useKeepFresh } from '../../core/data/keep-fresh';
import { fetchOrThrow, useQuery } from '../../core/data/query';
import { Button, ButtonLink } from '../../ui/button';
import { Card } from '../../ui/layout/card';
import { filled } from '../../ui/styles';
import * as devices from './routes';
import { watchRhythm } from './watch-rhythm';

/**
 * Above the screen of a cloud phone: that a partner's support asks to watch it, or watches it. The answer is given on a page of ours: in a partner's page, this neither names
 * anybody nor ends anything, but leads there.
 */
export default function WatchNotice({ machine }: { machine: string }) {
  const { nav, platform, send, t } = useApp();
  const { value } = useQuery(currentWatch, { machine });
  useKeepFresh(currentWatch, { machine }, watchRhythm);
  const { pending, mutate } = useConfirmedMutation({
    async act(id: string) {
      await fetchOrThrow(send, endWatch, { id }, 'now');
      return t('watches.ended');
    },
  });
  const { watch } = value ?? {};
  if (!watch) return null;
  const { id, person, site, name = machine, state } = watch;
  const isAsked = state === 'asked';
  const key = isAsked ? 'asks' : state === 'watching' ? 'watches' : 'may';
  return (
    <div style={{ marginBottom: 12 }}>
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
