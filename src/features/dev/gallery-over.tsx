import { useState } from 'react';
import { useApp } from '../../core/app';
import { Button } from '../../ui/button';
import { Preview } from '../../ui/display/preview';
import { Sheet } from '../../ui/feedback/sheet';
import { Stepper } from '../../ui/field/stepper';
import { Cell, Cells } from '../../ui/layout/cell';
import { Section } from '../../ui/layout/section';
import { useText } from './text';

/** Milliseconds that the sample call takes. */
const callTime = 3000;
const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#10181f"/><circle cx="320" cy="240" r="90" fill="#2ee6a8"/></svg>')}`;

export function Overlays() {
  const { dialogs, loading, t, toasts } = useApp();
  const text = useText();
  const [open, setOpen] = useState<'sheet' | 'picture'>();
  const [pieces, setPieces] = useState(1);
  const close = () => setOpen(undefined);
  const ask = (danger: boolean) =>
    dialogs.ask({
      title: text('question'),
      text: text('questionText'),
      yes: text(danger ? 'delete' : 'withdraw'),
      no: t('common.cancel'),
      danger,
    });
  return (
    <Section title={text('over')}>
      <Cells>
        <Cell label={text('sheet')} onClick={() => setOpen('sheet')} />
        <Cell label={text('dialog')} onClick={() => void ask(false)} />
        <Cell label={text('delete')} onClick={() => void ask(true)} />
        <Cell label={text('toast')} onClick={() => toasts.show(t('common.failures.offline'))} />
        <Cell label={text('picture')} onClick={() => setOpen('picture')} />
        <Cell label={text('load')} onClick={() => void setTimeout(loading.start('now'), callTime)} />
      </Cells>
      <Sheet open={open === 'sheet'} title={text('pieces')} onClose={close}>
        <p style={{ marginBottom: 16 }}>
          <Stepper label={text('pieces')} value={pieces} min={1} max={9} onChange={setPieces} />
        </p>
        <Button kind="primary" onClick={close}>
          {t('common.confirm')}
        </Button>
      </Sheet>
      {open === 'picture' && <Preview url={picture} label={text('picture')} onClose={close} />}
    </Section>
  );
}
