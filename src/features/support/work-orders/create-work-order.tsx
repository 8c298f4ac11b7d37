import { addWorkOrder } from '../../../contract/support/work-orders';
import { mostPictures, addWorkOrder as rules } from '../../../contract/support/work-orders.rules';
import { useApp } from '../../../core/app';
import { useDraftedForm } from '../../../core/form/drafted-form';
import { Button } from '../../../ui/button';
import { BarFormView } from '../../../ui/field/bar-form';
import { ImageField } from '../../../ui/field/image-field';
import { TextField } from '../../../ui/field/text-field';
import { red } from '../../../ui/styles';
import * as support from '../routes';
import { MatchingHelp } from './matching-help';

/** `pages/mine/createWorkOrder`: a question with pictures. The draft stays until it is sent or discarded. */
export default function CreateWorkOrder() {
  const { dialogs, nav, t, toasts } = useApp();
  const { form, onWaiting, begun, forget } = useDraftedForm('workOrder', {
    call: addWorkOrder,
    rules,
    initial: { title: '', description: '', annex: [] },
    done({ id }) {
      toasts.show(t('work-orders.sent'));
      nav.go(support.workOrderDetail, { id }, { replace: true });
    },
  });
  const discard = async () => {
    const yes = await dialogs.ask({
      text: t('work-orders.discardText'),
      yes: t('work-orders.discard'),
      no: t('work-orders.keep'),
      danger: true,
    });
    if (!yes) return;
    forget();
    nav.back(support.workOrder);
  };
  return (
    <BarFormView
      of={form}
      send={t('work-orders.send')}
      note={
        begun && (
          <div style={{ display: 'grid' }}>
            <Button kind="quiet" small style={red} onClick={() => void discard()}>
              {t('work-orders.discard')}
            </Button>
          </div>
        )
      }
    >
      <TextField of={form} name="title" label={t('work-orders.title')} maxLength={60} />
      <MatchingHelp title={form.values.title ?? ''} />
      <TextField
        of={form}
        name="description"
        label={t('work-orders.description')}
        placeholder={t('work-orders.descriptionHint')}
        lines={6}
        maxLength={300}
      />
      <ImageField
        of={form}
        name="annex"
        label={t('work-orders.annex')}
        hint={t('work-orders.annexHint', { count: mostPictures })}
        optional
        max={mostPictures}
        onWaiting={onWaiting}
      />
    </BarFormView>
  );
}
