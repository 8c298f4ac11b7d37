import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Area } from '../contract/desk/area';
import { mayAct } from '../contract/desk/areas';
import { ActDialog } from './act';
import type { Item } from './api';
import { useMe } from './list';
import { useTime } from './names';

/** Where a member is signed in, each with a button that ends it. */
export function Sessions({ area, member, of: sessions }: { area: Area; member: string; of: Item[] }) {
  const t = useTranslate();
  const time = useTime();
  const me = useMe();
  const [ending, setEnding] = useState<Item>();
  const about = ({ app, system, ip }: Item) => [app, system, ip].filter(Boolean).join(' · ');
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {sessions.map((one) => (
        <Box key={one.id} sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <Box sx={{ flex: 1, minWidth: 200 }}>
            <Typography variant="body2">{about(one)}</Typography>
            <Typography variant="caption" color="text.secondary">
              {t('word.sinceTime', { time: time(one.since) })} · {t('field.seenAt')}: {time(one.seenAt)}
            </Typography>
          </Box>
          {me && mayAct(area, 'endSession', me.role) && (
            <Button size="small" color="error" variant="outlined" onClick={() => setEnding(one)}>
              {t('action.endSession')}
            </Button>
          )}
        </Box>
      ))}
      {ending && (
        <ActDialog
          area={area}
          keys={[member]}
          action="endSession"
          about={`${member} · ${about(ending)}`}
          initial={{ session: ending.id }}
          close={() => setEnding(undefined)}
        />
      )}
    </Box>
  );
}
