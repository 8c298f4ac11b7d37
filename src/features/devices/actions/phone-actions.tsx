import { listPhoneActions, type PhoneAction, stepStates } from '../../../contract/buying/phone-actions';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import type { Props } from '../../../core/navigation/route';
import { integer } from '../../../core/text/format';
import { when } from '../../../core/text/when';
import { ButtonLink } from '../../../ui/button';
import { firstDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Cell } from '../../../ui/layout/cell';
import { ListView } from '../../../ui/layout/list';
import * as devices from '../routes';
import { OneAction } from './one-action';

/** `pages/list/phoneActions`: actions on several cloud phones, or one of them with its progress. */
export default function PhoneActions({ id }: Props<typeof devices.actions>) {
  return id ? <OneAction id={id} /> : <Actions />;
}

function Actions() {
  const app = useApp();
  const { nav, t } = app;
  const list = useList(listPhoneActions, {});
  const counts = (of: PhoneAction) =>
    stepStates
      .filter((state) => of[state])
      .map((state) => t(`phone-actions.counts.${state}`, { count: integer(of[state]) }))
      .join(' · ');
  return (
    <ListView
      of={list}
      layout="joined"
      itemKey={({ id }) => id}
      empty={
        <Empty drawing={firstDrawing} text={t('phone-actions.none')}>
          <ButtonLink {...nav.link(devices.machines, {})}>{t('phone-actions.toPhones')}</ButtonLink>
        </Empty>
      }
    >
      {(one) => (
        <Cell
          label={t(`phone-actions.did.${one.kind}`, { name: one.subject ?? '' })}
          note={
            <>
              {when(one.at, app)}
              <br />
              {counts(one)}
            </>
          }
          {...nav.link(devices.actions, { id: one.id })}
        />
      )}
    </ListView>
  );
}
