import { Box, Button, Card, CardContent, TextField, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable, ReferenceManyField, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Area } from '../contract/desk/area';
import { ask, type Item } from './api';
import { Value } from './fields';
import { useMe } from './list';
import { useName } from './names';
import { Rows } from './nested';
import { areaOf } from './provider';

/** The newest records of other areas that belong to this one. */
export function Related({ area, record }: { area: Area; record: Item }) {
  const t = useTranslate();
  const name = useName();
  const me = useMe();
  return (area.related ?? [])
    .filter((one) => me?.sees.includes(one.area))
    .map((one) => {
      const other = areaOf(one.area);
      const shown = Object.entries(other.fields)
        .filter(([field, { column }]) => column === 'shown' && field !== one.filter)
        .slice(0, 6);
      const value = String(record[one.of] ?? '');
      const filter = encodeURIComponent(JSON.stringify({ [one.filter]: value }));
      return (
        <Card key={`${one.area}-${one.filter}`}>
          <CardContent>
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
              <Typography variant="h6" component="h2">
                {t(`area.${one.area}`)}
              </Typography>
              <Button component={Link} to={`/${one.area}?filter=${filter}`} size="small">
                {t('word.all')}
              </Button>
            </Box>
            <ReferenceManyField reference={one.area} target={one.filter} source={one.of} perPage={5}>
              <DataTable
                bulkActionButtons={false}
                rowClick={(id) => `/${one.area}/${encodeURIComponent(String(id))}/show`}
                empty={<Typography color="text.secondary">{t('word.nothing')}</Typography>}
              >
                {shown.map(([field, about]) => (
                  <DataTable.Col
                    key={field}
                    source={field}
                    label={name('field', field)}
                    disableSort
                    render={(item: Item) => <Value field={about} value={item[field]} brief />}
                  />
                ))}
              </DataTable>
            </ReferenceManyField>
          </CardContent>
        </Card>
      );
    });
}

/** Movements that are read at once. */
const perPage = '50';

const kinds = ['balance', 'store', 'frozen', 'points', 'cloudBeans'] as const;

/** The movements of a member's account, month by month. */
export function Statement({ member }: { member: string }) {
  const t = useTranslate();
  const name = useName();
  const [kind, setKind] = useState<string>('balance');
  const [month, setMonth] = useState('');
  const path = `members/${encodeURIComponent(member)}/statement`;
  const { data, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['statement', path, kind, month],
    queryFn: ({ pageParam: before }): Promise<Item> =>
      ask(
        `${path}?${new URLSearchParams({ kind, size: perPage, ...(month && { month }), ...(before && { before }) })}`,
      ),
    initialPageParam: '',
    getNextPageParam: ({ items, more }: Item) => (more ? String(items[0].number) : undefined),
  });
  const items: Item[] = [...(data?.pages ?? [])].reverse().flatMap((page) => page.items);
  return (
    <Card>
      <CardContent>
        <Typography variant="h6" component="h2">
          {t('word.statement')}
        </Typography>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', my: 1, alignItems: 'center' }}>
          {kinds.map((one) => (
            <Button
              key={one}
              size="small"
              variant={one === kind ? 'contained' : 'outlined'}
              onClick={() => setKind(one)}
            >
              {name('field', one)}
            </Button>
          ))}
          <TextField
            type="month"
            size="small"
            fullWidth={false}
            label={t('word.month')}
            value={month}
            onChange={(event) => setMonth(event.target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        </Box>
        {hasNextPage && (
          <Button size="small" disabled={isFetching} onClick={() => fetchNextPage()}>
            {t('word.earlier')}
          </Button>
        )}
        {data && (items.length ? <Rows of={items} /> : t('word.nothing'))}
      </CardContent>
    </Card>
  );
}
