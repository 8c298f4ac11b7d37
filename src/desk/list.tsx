import { Box, Button, Tab, Tabs, type Theme, Typography, useMediaQuery } from '@mui/material';
import { type RefObject, useRef, useState } from 'react';
import {
  ColumnsButton,
  DataTable,
  FilterButton,
  FilterContext,
  List,
  Pagination,
  TopToolbar,
  useGetIdentity,
  useListContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Area, Field } from '../contract/desk/area';
import { yuan } from '../contract/wire/yuan';
import { ActDialog } from './act';
import type { Item, Me } from './api';
import { Cards } from './cards';
import { Value } from './fields';
import { Filters, filtersOf, type PendingFilters, useChangeFilters } from './filters';
import { useName } from './names';
import { gatheringFor, makingFor, manyFor } from './offered';
import { areaOf, queryOf } from './provider';

/** The signed-in person. */
export function useMe(): Me | undefined {
  const { identity } = useGetIdentity();
  return (identity as { me?: Me } | undefined)?.me;
}

/** Whether the window shows cards instead of a table. */
const usePhone = () => useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));

export function useArea(): Area {
  return areaOf(useResourceContext() ?? '');
}

const columnsOf = ({ fields }: Area): [string, Field][] =>
  Object.entries(fields).filter(([, { column }]) => column);

/** The list of any area: views, search, filters, days, columns, bulk actions, export, and a page for each record. */
export function AreaList() {
  const area = useArea();
  const t = useTranslate();
  const name = useName();
  const me = useMe();
  const phone = usePhone();
  const pending = useRef<PendingFilters>({ typed: {} });
  const [first] = Object.values(area.views ?? {});
  const sort = first?.sort ?? area.sort;
  const hidden = columnsOf(area).flatMap(([field, { column }]) => (column === 'offered' ? [field] : []));
  return (
    <FilterContext.Provider value={filtersOf(area, name, t)}>
      <List
        key={area.path}
        perPage={25}
        title={t(`area.${area.path}`)}
        filters={<Filters pending={pending} />}
        filterDefaultValues={{ ...first?.filters }}
        sort={{ field: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'DESC' : 'ASC' }}
        actions={<Toolbar />}
        pagination={<Pagination rowsPerPageOptions={[25, 50, 100, 200]} />}
        empty={false}
        sx={{ '& .RaList-main': { minWidth: 0 }, '& .RaList-content': { overflowX: 'auto' } }}
      >
        <Views pending={pending} />
        {phone ? (
          <Cards area={area} />
        ) : (
          <DataTable
            rowClick={(id) => `/${area.path}/${encodeURIComponent(String(id))}/show`}
            hiddenColumns={hidden}
            bulkActionButtons={
              me && (manyFor(area, me.role).length || gatheringFor(area, me.role).length) ? <Bulk /> : false
            }
            sx={{ '& .RaDataTable-rowCell': { verticalAlign: 'top', py: 1 } }}
          >
            {columnsOf(area).map(([field, about]) => (
              <DataTable.Col
                key={field}
                source={field}
                label={name('field', field)}
                disableSort={!area.sorts.includes(field)}
                {...(isNumber(about) && { align: 'right' as const })}
                render={(record: Item) => <Value field={about} value={record[field]} brief />}
              />
            ))}
          </DataTable>
        )}
      </List>
    </FilterContext.Provider>
  );
}

const isNumber = ({ kind }: Field) => kind === 'money' || kind === 'count' || kind === 'usdt';

/** Saved views, above the list. */
function Views({ pending }: { pending: RefObject<PendingFilters> }) {
  const area = useArea();
  const t = useTranslate();
  const { filterValues, setSort } = useListContext();
  const change = useChangeFilters(pending);
  const views = Object.entries(area.views ?? {});
  if (!views.length) return null;
  const same = (filters: Readonly<Record<string, string>>) =>
    Object.keys(area.filters).every((name) => (filterValues[name] ?? '') === (filters[name] ?? ''));
  const current = views.find(([, { filters }]) => same(filters))?.[0] ?? (same({}) ? 'all' : false);
  const open = (filters: Readonly<Record<string, string>>, sort: string) => {
    setSort({ field: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'DESC' : 'ASC' });
    change(({ q, since, until }) => ({ q, since, until, ...filters }));
  };
  return (
    <Tabs
      value={current}
      variant="scrollable"
      scrollButtons="auto"
      aria-label={t('word.views')}
      sx={{ px: 1 }}
    >
      {views.map(([name, { filters, sort }]) => (
        <Tab
          key={name}
          value={name}
          label={t(`value.${name}`)}
          onClick={() => open(filters, sort ?? area.sort)}
        />
      ))}
      <Tab value="all" label={t('word.all')} onClick={() => open({}, area.sort)} />
    </Tabs>
  );
}

function Toolbar() {
  const area = useArea();
  const t = useTranslate();
  const me = useMe();
  const phone = usePhone();
  const [making, setMaking] = useState<string>();
  const navigate = useNavigate();
  const { filterValues, sort } = useListContext();
  const query = queryOf(area, { filter: filterValues, sort });
  return (
    <TopToolbar>
      {me &&
        makingFor(area, me.role).map(([name, { form }]) => (
          <Button
            key={name}
            variant="contained"
            size="small"
            onClick={() =>
              form === 'own' && area.path !== 'people' ? navigate(`/${area.path}/create`) : setMaking(name)
            }
          >
            {t(`make.${area.path}`)}
          </Button>
        ))}
      {Object.keys(area.filters).length > 0 && <FilterButton />}
      {!phone && <ColumnsButton />}
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          size="small"
          href={`/operator/${area.path}/export?${query}&format=${format}`}
          download
        >
          {format.toUpperCase()}
        </Button>
      ))}
      {making && (
        <ActDialog
          area={area}
          keys={[]}
          action={making}
          about=""
          close={() => setMaking(undefined)}
          after={(answer) => answer.invite && setInvite(answer)}
        />
      )}
    </TopToolbar>
  );
  function setInvite(answer: Item) {
    navigate(`/${area.path}/${encodeURIComponent(answer.name)}/show`, { state: { invite: answer.invite } });
  }
}

/** The actions for all selected records, with their sum. */
function Bulk() {
  const area = useArea();
  const t = useTranslate();
  const me = useMe();
  const { selectedIds, data = [], onUnselectItems } = useListContext();
  const [action, setAction] = useState<string>();
  const [gathering, setGathering] = useState<string>();
  const navigate = useNavigate();
  // the bar is there without a selection, too: with buttons it would lie over the table's head
  const acting = selectedIds.length > 0 ? me : undefined;
  const chosen = data.filter(({ id }) => selectedIds.includes(id));
  const sum = chosen.reduce((total, one) => total + (typeof one.amount === 'number' ? one.amount : 0), 0);
  const about = (
    <Box>
      <Typography>{t('word.selected', { smart_count: selectedIds.length })}</Typography>
      {sum > 0 && area.fields.amount?.kind === 'money' && <Typography variant="h6">{yuan(sum)}</Typography>}
    </Box>
  );
  return (
    <>
      {acting &&
        manyFor(area, acting.role).map(([name, { grave }]) => (
          <Button key={name} size="small" color={grave ? 'error' : 'primary'} onClick={() => setAction(name)}>
            {t(`action.${name}`)}
          </Button>
        ))}
      {acting &&
        gatheringFor(area, acting.role).map(({ by }) => (
          <Button key={by} size="small" onClick={() => setGathering(by)}>
            {t(`make.${by}`)}
          </Button>
        ))}
      {area.gathered
        ?.filter(({ by }) => by === gathering)
        .map(({ by, input }) => (
          <ActDialog
            key={by}
            area={areaOf(by)}
            keys={[]}
            action="add"
            about={about}
            initial={{ [input]: selectedIds.join(', ') }}
            close={() => setGathering(undefined)}
            after={(answer) => {
              onUnselectItems();
              const made = answer[areaOf(by).key];
              if (made) navigate(`/${by}/${encodeURIComponent(made)}/show`);
            }}
          />
        ))}
      {action && (
        <ActDialog
          area={area}
          keys={selectedIds.map(String)}
          action={action}
          about={about}
          close={() => setAction(undefined)}
          after={() => onUnselectItems()}
        />
      )}
    </>
  );
}
