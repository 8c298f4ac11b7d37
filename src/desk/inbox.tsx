import {
  Badge,
  Box,
  Card,
  CardContent,
  Chip,
  List,
  ListItemButton,
  ListItemText,
  Tab,
  Tabs,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Title, useLocaleState, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { type Locale, tagOf } from '../contract/wire/locale';
import { yuan } from '../contract/wire/yuan';
import { ask, type Item } from './api';
import { useMe } from './list';
import { RecordLink } from './record-link';
import { every, type Thread, ThreadView } from './thread';

async function threads(): Promise<Thread[]> {
  const [talks, questions] = await Promise.all([
    ask('conversations?size=100'),
    ask('workorders?status=open&size=100'),
  ]);
  const all: Thread[] = [
    ...talks.items.map(
      (one: Item): Thread => ({
        kind: 'conversations',
        key: one.member,
        member: one.member,
        title: one.newest.replace(/^(member|desk): /, (_: string, who: string) =>
          who === 'desk' ? '↩ ' : '',
        ),
        at: one.at,
        waits: one.unread > 0,
        unread: one.unread,
        ...(one.takenBy && { takenBy: one.takenBy }),
      }),
    ),
    ...questions.items.map(
      (one: Item): Thread => ({
        kind: 'workorders',
        key: one.number,
        member: one.member,
        title: one.title,
        at: one.since,
        waits: true,
        unread: 0,
        ...(one.takenBy && { takenBy: one.takenBy }),
      }),
    ),
  ];
  // waiting threads come first, the longest wait on top
  return all.sort((a, b) => {
    if (a.waits !== b.waits) return a.waits ? -1 : 1;
    return a.waits ? a.at.localeCompare(b.at) : b.at.localeCompare(a.at);
  });
}

/** Work orders and conversations in one list, with the selected one and its member beside it. */
export function Inbox() {
  const t = useTranslate();
  const me = useMe();
  const [params, setParams] = useSearchParams();
  const [whose, setWhose] = useState('all');
  const { data = [] } = useQuery({ queryKey: ['inbox'], queryFn: threads, refetchInterval: every });
  const open = data.find((one) => `${one.kind}/${one.key}` === params.get('open'));
  const shown = data.filter(
    ({ takenBy }) => whose === 'all' || (whose === 'mine' ? takenBy === me?.name : !takenBy),
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        mt: 1,
        gridTemplateColumns: { md: '320px minmax(0, 1fr)', lg: '320px minmax(0, 1fr) 260px' },
      }}
    >
      <Title title={t('word.inbox')} />
      <Card
        sx={{
          display: { xs: open ? 'none' : 'block', md: 'block' },
          maxHeight: { md: '80vh' },
          overflow: 'auto',
        }}
      >
        <Tabs
          value={whose}
          onChange={(_, next) => setWhose(next)}
          variant="fullWidth"
          aria-label={t('word.views')}
        >
          <Tab value="all" label={t('word.all')} />
          <Tab value="mine" label={t('word.mine')} />
          <Tab value="nobody" label={t('word.nobodys')} />
        </Tabs>
        <List dense component="div" role="group" aria-label={t('word.inbox')}>
          {shown.map((one) => (
            <ListItemButton
              key={`${one.kind}/${one.key}`}
              selected={one === open}
              onClick={() => setParams({ open: `${one.kind}/${one.key}` })}
            >
              <ListItemText
                primary={
                  <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
                    <Badge badgeContent={one.unread} color="error" sx={{ mr: one.unread ? 1 : 0 }}>
                      <b>{one.member}</b>
                    </Badge>
                    <Chip size="small" label={t(one.kind === 'workorders' ? 'word.question' : 'word.chat')} />
                    {one.waits && <Waits since={one.at} />}
                  </Box>
                }
                secondary={`${one.takenBy ? `${one.takenBy} · ` : ''}${one.title}`.slice(0, 110)}
              />
            </ListItemButton>
          ))}
          {!shown.length && <Typography sx={{ p: 2 }}>{t('word.nothing')}</Typography>}
        </List>
      </Card>
      {open ? (
        <>
          <ThreadView key={`${open.kind}/${open.key}`} thread={open} back={() => setParams({})} />
          <Aside member={open.member} />
        </>
      ) : (
        <Typography color="text.secondary" sx={{ display: { xs: 'none', md: 'block' }, p: 2 }}>
          {t('word.chooseThread')}
        </Typography>
      )}
    </Box>
  );
}

/** How long a member has waited; highlighted after an hour. */
function Waits({ since }: { since: string }) {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 60_000));
  const [locale] = useLocaleState();
  const [unit, length]: [string, number] =
    minutes < 60 ? ['minute', 1] : minutes < 2880 ? ['hour', 60] : ['day', 1440];
  const format = new Intl.NumberFormat(tagOf(locale as Locale), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
  });
  const text = format.format(Math.floor(minutes / length));
  return <Chip size="small" color={minutes > 60 ? 'warning' : 'default'} variant="outlined" label={text} />;
}

/** The first facts that an agent needs: the member's balances, and the newest orders. */
function Aside({ member }: { member: string }) {
  const t = useTranslate();
  const name = encodeURIComponent(member);
  const { data: who } = useQuery({ queryKey: ['member', member], queryFn: () => ask(`members/${name}`) });
  const { data: bought } = useQuery({
    queryKey: ['orders of', member],
    queryFn: () => ask(`orders?member=${name}&size=8`),
  });
  return (
    <Card sx={{ alignSelf: 'start' }} component="aside">
      <CardContent>
        <Typography variant="h6" component="h2">
          <RecordLink area="members" of={member} />
        </Typography>
        {who && (
          <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', gap: '2px 8px' }}>
            {(['balance', 'store', 'frozen'] as const).map((kind) => (
              <Box key={kind} sx={{ display: 'contents' }}>
                <dt>{t(`field.${kind}`)}</dt>
                <Box component="dd" sx={{ m: 0 }}>
                  {yuan(who[kind] ?? 0)}
                </Box>
              </Box>
            ))}
          </Box>
        )}
        <Typography variant="subtitle2" component="h3" sx={{ mt: 2 }}>
          {t('area.orders')}
        </Typography>
        {bought?.items.map((one: Item) => (
          <Box
            key={one.orderNo}
            sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: 13, py: 0.75 }}
          >
            <RecordLink area="orders" of={one.orderNo} />
            {yuan(one.total)}
          </Box>
        ))}
      </CardContent>
    </Card>
  );
}
