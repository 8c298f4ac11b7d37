import { useState } from 'react';
import { type ParsedAddress, parseAddress } from '../../contract/buying/addresses';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { fetchOrThrow } from '../../core/data/query';
import { showRefusal } from '../../core/http/refusal';
import { Button } from '../../ui/button';
import { Sheet } from '../../ui/feedback/sheet';
import { Field } from '../../ui/field/field';
import { input, pair } from '../../ui/styles';

/** Ways to fill in the form without typing: a pasted text, and the platform's address book if it has one. */
export function FillIn({ onFound }: { onFound(found: ParsedAddress): void }) {
  const { platform, send, t, toasts } = useApp();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const { pending, run } = useInFlight();
  const { addressBook } = platform;

  async function take(written: string, known: ParsedAddress = {}) {
    if (!written.trim()) return;
    await run(async (start) => {
      start(true);
      const parsed = await fetchOrThrow(send, parseAddress, { text: written.slice(0, 500) }, 'now');
      const { res_code: _, message: __, ...found } = { ...parsed, ...known };
      const any = Object.keys(found).length > 0;
      toasts.show(t(any ? 'addresses.fill.done' : 'addresses.fill.nothing'));
      if (!any) return;
      onFound(found);
      setOpen(false);
      setText('');
    }, showRefusal(toasts));
  }
  async function fromBook() {
    const chosen = await addressBook?.().catch(() => toasts.show(t('common.failures.wrong')));
    if (!chosen) return;
    const { username, userphone, area, address } = chosen;
    await take(`${area}${address}`, { username, userphone });
  }
  return (
    <div>
      <div className={pair}>
        <Button small onClick={() => setOpen(true)}>
          {t('addresses.fill.paste')}
        </Button>
        {addressBook && (
          <Button small busy={pending} onClick={() => void fromBook()}>
            {t('addresses.fill.book')}
          </Button>
        )}
      </div>
      <Sheet open={open} title={t('addresses.fill.title')} onClose={() => setOpen(false)}>
        <Field label={t('addresses.fill.label')} hint={t('addresses.fill.hint')}>
          {(id, describedBy) => (
            <textarea
              id={id}
              className={input}
              rows={4}
              maxLength={500}
              aria-describedby={describedBy}
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
        </Field>
        <div className={pair}>
          <Button kind="primary" busy={pending} disabled={!text.trim()} onClick={() => void take(text)}>
            {t('addresses.fill.use')}
          </Button>
        </div>
      </Sheet>
    </div>
  );
}
