import { useLayoutEffect, useRef, useState } from 'react';
import { subscribePush, unsubscribePush } from '../../../contract/support/notifications';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { fetchOrThrow } from '../../../core/data/query';
import { Failure } from '../../../core/http/failure';
import type { Installation } from '../../../core/platform';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/display/icon';
import { bellIcon, downloadIcon } from '../../../ui/display/icons';
import { Tag } from '../../../ui/display/tag';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { quiet } from '../../../ui/styles';
import * as mine from '../routes';
import { type Pusher, pusherOf } from './subscribe';

/** Push messages on this device: what they are, and the button that makes the browser ask. A browser without them shows nothing of it. */
export function PushHere({ of: { pushed, pushKey } }: { of: { pushed: boolean; pushKey: string } }) {
  const { nav, platform, send, t, toasts } = useApp();
  const place = useRef<HTMLDivElement>(null);
  const [pusher, setPusher] = useState<Pusher>();
  const [installation, setInstallation] = useState<Installation>();
  const [denied, setDenied] = useState(false);
  const { pending, run } = useInFlight();
  // before the first paint, so that nothing below it moves
  useLayoutEffect(() => {
    const view = place.current?.ownerDocument.defaultView;
    const found = view ? pusherOf(view) : undefined;
    setPusher(found);
    setDenied(found?.permission() === 'denied');
    if (!found) void platform.installation?.().then(setInstallation);
  }, []);

  const turnOn = ({ subscribe, permission }: Pusher) =>
    run(
      async (start) => {
        start(true);
        const made = await subscribe(pushKey).catch(() => {
          throw new Failure('refused', t('notifications.unavailable'));
        });
        setDenied(permission() === 'denied');
        if (!made) return;
        await fetchOrThrow(send, subscribePush, made, 'never');
        toasts.show(t('notifications.onHere'));
      },
      (failure) => {
        if (failure.kind === 'refused') toasts.show(failure.message);
      },
    );
  const turnOff = ({ stop }: Pusher) =>
    run(async (start) => {
      start(true);
      await fetchOrThrow(send, unsubscribePush, {}, 'never');
      await stop().catch(() => {}); // the gateway sends none any more
    });

  const forHomeScreen = !pusher && installation?.system === 'ios' && !installation.isInstalled;
  return (
    <div ref={place}>
      {forHomeScreen && (
        <Section title={t('notifications.here')}>
          <Cells>
            <Cell
              icon={<Icon of={downloadIcon} size={24} />}
              label={t('notifications.homeScreen')}
              note={t('notifications.homeScreenWhy')}
              {...nav.link(mine.downloadApp, {})}
            />
          </Cells>
        </Section>
      )}
      {pusher && (
        <Section title={t('notifications.here')}>
          <Cells>
            <Cell
              icon={<Icon of={bellIcon} size={24} />}
              label={t('notifications.push')}
              note={t(denied ? 'notifications.denied' : 'notifications.pushWhy')}
              value={pushed && !denied ? <Tag>{t('notifications.on')}</Tag> : undefined}
            />
          </Cells>
          {!denied && (
            <div style={{ display: 'flex', flexDirection: 'column', marginTop: 12 }}>
              <Button
                kind={pushed ? undefined : 'primary'}
                busy={pending}
                onClick={() => void (pushed ? turnOff(pusher) : turnOn(pusher))}
              >
                {t(pushed ? 'notifications.turnOff' : 'notifications.turnOn')}
              </Button>
              {!pushed && (
                <p className={quiet} style={{ marginTop: 8 }}>
                  {t('notifications.askNext')}
                </p>
              )}
            </div>
          )}
        </Section>
      )}
    </div>
  );
}
