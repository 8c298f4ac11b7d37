import { useEffect, useState } from 'react';
import { useApp } from '../../../core/app';
import { Strip } from '../../../ui/display/strip';

const minute = 60_000;
const lights = 24;

/** How long an order still waits for its payment: 24 lights and a text. */
export function TimeLeft({ from, until }: { from: string; until: string }) {
  const { t } = useApp();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute / 2);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Date.parse(until) - now);
  const minutes = Math.ceil(left / minute);
  const time =
    minutes >= 60
      ? t('records.left.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
      : t('records.left.minutes', { minutes });
  return (
    <>
      <div style={{ margin: '10px 0 4px' }}>
        <Strip value={left} of={Date.parse(until) - Date.parse(from)} lights={lights} tone="sun" />
      </div>
      <p>
        <b>{t('records.left.toPay', { time })}</b>
      </p>
    </>
  );
}
