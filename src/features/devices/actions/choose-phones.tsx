import { css } from 'goober';
import { useState } from 'react';
import type { FleetMachine, FleetState } from '../../../contract/buying/devices';
import { getOffers } from '../../../contract/buying/phone-actions';
import { mostFollowers } from '../../../contract/buying/screens';
import { useApp } from '../../../core/app';
import type { List } from '../../../core/data/list';
import { useQuery } from '../../../core/data/query';
import { useSelection } from '../../../core/data/selection';
import { integer } from '../../../core/text/format';
import { Button, ButtonLink } from '../../../ui/button';
import { Light } from '../../../ui/display/light';
import { CheckBox } from '../../../ui/field/check-box';
import { ActionBar } from '../../../ui/layout/action-bar';
import { ListView } from '../../../ui/layout/list';
import { quiet } from '../../../ui/styles';
import * as devices from '../routes';
import { Apps, mayInstall } from './apps';
import { type Target, useStart } from './use-start';

const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  padding-bottom: 10px;
  font-size: 14px;
  & > label {
    display: flex;
    align-items: center;
    min-height: 44px;
    padding-left: 14px;
  }
`;
/** A line of its own in the bar, so that the actions below share theirs in every language. */
const summary = {
  display: 'flex',
  flex: '1 0 100%',
  alignItems: 'center',
  justifyContent: 'space-between',
  padding: '0 4px',
} as const;
const row = css`
  display: flex;
  align-items: center;
  min-height: 56px;
  padding: 10px 14px;
  &[data-chosen] {
    background: var(--cp-soft);
  }
  & > span {
    flex: 1;
    min-width: 0;
    margin-left: 12px;
    overflow-wrap: anywhere;
  }
`;

/** The list of all cloud phones, while the member chooses several of them. `total`: of the search, if it is known. */
export default function ChoosePhones({
  of: list,
  search,
  total,
  onClose,
}: {
  of: List<FleetMachine>;
  search: { state?: FleetState; keyword?: string };
  total: number | undefined;
  onClose(): void;
}) {
  const { nav, t, toasts } = useApp();
  const items = list.items ?? [];
  const all = list.more ? total : items.length;
  const selection = useSelection(all ?? 0, JSON.stringify(search));
  const { count, ids } = selection;
  const offers = useQuery(getOffers, {});
  const [installing, install] = useState(false);
  const { busy, start } = useStart();
  /** A page that shows one of them live, and lets the others do the same. */
  const together = () => {
    const chosen = items.filter(({ id }) => selection.has(id)).map(({ id }) => id);
    if (count < 2 || count > mostFollowers + 1 || chosen.length !== count)
      return toasts.show(t('phone-actions.togetherMost', { most: integer(mostFollowers + 1) }));
    nav.go(devices.together, { ids: chosen.join() });
  };
  const target = (): Target =>
    selection.all ? { match: { ...search, except: [...ids], count } } : { ids: [...ids] };
  return (
    <>
      <ListView
        of={list}
        layout="joined"
        itemKey={({ id }) => id}
        empty={t('device-detail.noMatch')}
        head={
          <section className={head} aria-label={t('phone-actions.label')}>
            {all !== undefined && (
              <CheckBox
                checked={selection.all && !ids.length}
                label={t('phone-actions.all', { count: integer(all) })}
                onChange={selection.toggleAll}
              />
            )}
            <ButtonLink kind="quiet" small {...nav.link(devices.actions, {})}>
              {t('phone-actions.recent')}
            </ButtonLink>
          </section>
        }
      >
        {({ id, name, online, state, serialNumber }) => (
          <label className={row} data-chosen={selection.has(id) || undefined}>
            <CheckBox bare checked={selection.has(id)} label={name} onChange={() => selection.toggle(id)} />
            <Light tone={online ? 'lit' : 'unlit'} />
            <span>
              <b>{name}</b>
              <br />
              <small className={quiet}>{serialNumber}</small>
            </span>
            <small className={quiet}>{t(`devices.states.${state}`)}</small>
          </label>
        )}
      </ListView>
      <ActionBar toolbar={t('phone-actions.label')}>
        <div style={summary}>
          <strong role="status">{t('phone-actions.selected', { count: integer(count) })}</strong>
          <Button kind="quiet" small onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
        {mayInstall(offers) && (
          <Button small disabled={!count} busy={busy} onClick={() => install(true)}>
            {t('phone-actions.install')}
          </Button>
        )}
        <Button small disabled={!count} onClick={together}>
          {t('phone-actions.together')}
        </Button>
        <Button
          kind="primary"
          small
          disabled={!count}
          busy={busy}
          onClick={() => void start('restart', target(), count)}
        >
          {t('phone-actions.restart')}
        </Button>
      </ActionBar>
      <Apps
        of={offers}
        open={installing}
        onClose={() => install(false)}
        onChoose={(app) => void start('install', target(), count, app)}
      />
    </>
  );
}
