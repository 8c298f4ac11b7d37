import { useApp } from '../../../core/app';
import { Button } from '../../../ui/button';
import { row } from '../../../ui/styles';

/** A complete text for use elsewhere, with a copy button if copying is supported. */
export function Copied({
  text,
  what,
  large,
  children,
}: {
  text: string;
  what: string;
  large?: boolean;
  children?: string | string[];
}) {
  const { toasts, platform, t } = useApp();
  const copy = async () => {
    const done = await platform.copy?.(text);
    toasts.show(t(done ? 'orders.copy.done' : 'orders.copy.failed'));
  };
  return (
    <div className={row} style={{ flexWrap: 'wrap', justifyContent: 'space-between' }}>
      <strong style={{ flex: '1 1 160px', overflowWrap: 'anywhere', fontSize: large ? 22 : 15 }}>
        <span data-copy="">{text}</span>
        {children}
      </strong>
      {platform.copy && (
        <Button small aria-label={what} onClick={() => void copy()}>
          {t('orders.copy.button')}
        </Button>
      )}
    </div>
  );
}
