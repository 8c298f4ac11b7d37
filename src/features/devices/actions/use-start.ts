import type { OfferedApp, PhoneActionKind } from '../../../contract/buying/phone-actions';
import { startPhoneAction } from '../../../contract/buying/phone-actions';
import type { Given } from '../../../contract/wire/call';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { fetchOrThrow } from '../../../core/data/query';
import { showRefusal } from '../../../core/http/refusal';
import { integer } from '../../../core/text/format';
import * as devices from '../routes';

type Input = NonNullable<NonNullable<typeof startPhoneAction.types>['input']>;
/** The cloud phones that are meant: by id, or everything that a search finds. */
export type Target = Pick<Given<Input>, 'ids' | 'match'>;

/** Begins something with cloud phones, once it is confirmed, and leads to its progress. */
export function useStart() {
  const { dialogs, nav, send, t, toasts } = useApp();
  const { pending, run } = useInFlight();
  const start = (kind: PhoneActionKind, target: Target, total: number, app?: OfferedApp) =>
    run(async (begin) => {
      const agreed = await dialogs.ask({
        title: t(`phone-actions.ask.${kind}`, { count: integer(total), name: app?.name ?? '' }),
        text: t(`phone-actions.askText.${kind}`),
        yes: t(`phone-actions.${kind}`),
        no: t('common.cancel'),
      });
      if (!agreed) return;
      begin(true);
      const input = { kind, ...target, ...(app && { app: app.id }) };
      const { id } = await fetchOrThrow(send, startPhoneAction, input, 'now');
      nav.go(devices.actions, { id });
    }, showRefusal(toasts));
  return { busy: !!pending, start };
}
