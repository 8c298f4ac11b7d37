import { Box, Card, CardActionArea, LinearProgress, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Area } from '../contract/desk/area';
import type { Item } from './api';
import { Value } from './fields';
import { isEmpty, useName, useTitle } from './names';

/** A list on a phone: a card for each record, with what the columns of the table would show. */
export function Cards({ area }: { area: Area }) {
  const t = useTranslate();
  const name = useName();
  const title = useTitle();
  const { data = [], isPending } = useListContext<Item & { id: string }>();
  if (isPending) return <LinearProgress aria-label={t(`area.${area.path}`)} />;
  if (!data.length) return <Typography sx={{ p: 2 }}>{t('word.nothing')}</Typography>;
  const shown = Object.entries(area.fields).filter(
    ([field, { column }]) => column === 'shown' && field !== area.title,
  );
  return data.map((record) => (
    <Card key={record.id} variant="outlined" square sx={{ borderWidth: '0 0 1px' }}>
      <CardActionArea
        component={Link}
        to={`/${area.path}/${encodeURIComponent(record.id)}/show`}
        sx={{ px: 2, pt: 1.5 }}
      >
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {title(area, record).slice(0, 140)}
        </Typography>
      </CardActionArea>
      <Box
        component="dl"
        sx={{
          m: 0,
          px: 2,
          pb: 1.5,
          display: 'grid',
          gridTemplateColumns: 'max-content minmax(0, 1fr)',
          gap: '2px 12px',
        }}
      >
        {shown.map(([field, about]) => {
          const value = record[field];
          if (isEmpty(value)) return null;
          return (
            <Box key={field} sx={{ display: 'contents' }}>
              <Typography component="dt" variant="body2" color="text.secondary">
                {name('field', field)}
              </Typography>
              <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
                <Value field={about} value={value} brief />
              </Typography>
            </Box>
          );
        })}
      </Box>
    </Card>
  ));
}
