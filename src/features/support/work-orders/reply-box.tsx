import { replyWorkOrder } from '../../../contract/support/work-orders';
import { mostPictures, replyWorkOrder as rules } from '../../../contract/support/work-orders.rules';
import { useApp } from '../../../core/app';
import { useDraftedForm } from '../../../core/form/drafted-form';
import { BarFormView } from '../../../ui/field/bar-form';
import { ImageField } from '../../../ui/field/image-field';
import { TextField } from '../../../ui/field/text-field';

/** Replies in a work order. The draft stays until it is sent; `onReplied` should replace the box with an empty one. */
export function ReplyBox({
  id,
  note,
  onReplied,
}: {
  id: string;
  note?: string | undefined;
  onReplied(): void;
}) {
  const { t } = useApp();
  const { form, onWaiting } = useDraftedForm(`workOrder/${id}`, {
    call: replyWorkOrder,
    rules,
    initial: { id, text: '', annex: [] },
    done() {
      onReplied();
    },
  });
  return (
    <BarFormView of={form} send={t('work-orders.reply.send')} note={note}>
      <TextField of={form} name="text" label={t('work-orders.reply.label')} lines={3} maxLength={300} />
      <ImageField
        of={form}
        name="annex"
        label={t('work-orders.annex')}
        optional
        max={mostPictures}
        onWaiting={onWaiting}
      />
    </BarFormView>
  );
}
