import { css } from 'goober';
import { useState } from 'react';
import { type FleetState, fleetStates, listDevices, listFleet } from '../../contract/buying/devices';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { useQuery } from '../../core/data/query';
import { Button } from '../../ui/button';
import { searchDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { Search } from '../../ui/field/search';
import { Select } from '../../ui/field/select';
import { ListView } from '../../ui/layout/list';
import { OnDemand } from '../../ui/layout/on-demand';
import { Tabs } from '../../ui/layout/tabs';
import { FleetRow } from './fleet-row';
import * as devices from './routes';
import { useThumbnails } from './use-thumbnails';

const head = css`
  padding-bottom: 10px;
  & > * + * {
    margin-top: 10px;
  }
  & > p {
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin-bottom: 0;
    font-size: 14px;
  }
`;

type Filter = 'all' | FleetState;
const sorts = ['name', 'days'] as const;
type Sort = (typeof sorts)[number];

/** All cloud phones, whichever order they came with; `state` is one of the counts above the device list. */
export function Fleet({ state }: { state: string | undefined }) {
  const { nav, platform, t } = useApp();
  const [choosing, choose] = useState(false);
  const [filter, setFilter] = useState<Filter>(fleetStates.find((one) => one === state) ?? 'all');
  const [keyword, setKeyword] = useState('');
  const [sort, setSort] = useState<Sort>('name');
  const { value, failure } = useQuery(listDevices, {});
  const search = { ...(keyword && { keyword }), ...(filter !== 'all' && { state: filter }) };
  const list = useList(listFleet, { sort, ...search });
  const thumbnails = useThumbnails(list.items);
  const summary = value?.summary;
  const options = { all: t('device-detail.allStates') } as Record<Filter, string>;
  for (const one of fleetStates) options[one] = t(`devices.${one}`);
  const clear = () => {
    setKeyword('');
    setFilter('all');
  };
  const filtered = keyword || filter !== 'all';
  const counts = summary && { ...summary, all: summary.total };
  const total = keyword ? undefined : counts?.[filter];
  const onClose = () => choose(false);
  const chooser = !platform.guest && (
    <OnDemand
      of={devices.choosing}
      give={choosing ? { of: list, search, total, onClose } : undefined}
      onLost={onClose}
    />
  );
  if (choosing) return chooser;
  return (
    <>
      {chooser}
      <ListView
        of={list}
        layout="joined"
        itemKey={({ id }) => id}
        empty={
          <Empty
            drawing={searchDrawing}
            text={t(filtered ? 'device-detail.noMatch' : 'device-detail.noPhones')}
          >
            {filtered && <Button onClick={clear}>{t('common.clear')}</Button>}
          </Empty>
        }
        head={
          <div className={head}>
            <Search value={keyword} onChange={setKeyword} placeholder={t('device-detail.search')} />
            {/* the counts decide how wide they are */}
            <div style={{ visibility: counts || failure ? 'visible' : 'hidden' }}>
              <Tabs<Filter>
                label={t('device-detail.filter')}
                value={filter}
                options={options}
                counts={counts}
                onChange={setFilter}
              />
            </div>
            <p>
              {!platform.guest && list.items?.length ? (
                <Button kind="quiet" small onClick={() => choose(true)}>
                  {t('device-detail.choose')}
                </Button>
              ) : (
                <span />
              )}
              <Select<Sort>
                label={t('device-detail.sort')}
                value={sort}
                options={sorts.map((one) => ({ value: one, words: t(`device-detail.sorts.${one}`) }))}
                onChange={(one) => setSort(one)}
              />
            </p>
          </div>
        }
      >
        {(machine) => (
          <FleetRow
            of={machine}
            thumbnail={thumbnails?.(machine, 'picture')}
            to={nav.link(devices.machines, { serialNumber: machine.serialNumber })}
          />
        )}
      </ListView>
    </>
  );
}
