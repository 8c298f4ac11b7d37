import { Alert, Box, Button, Card, CardContent, Chip, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ask, type Item, Refused } from './api';
import { Composer } from './composer';
import { Value } from './fields';
import { useTime } from './names';
import { RecordLink } from './record-link';

/** A conversation or a work order, as the list at the left shows it. */
export interface Thread {
  kind: 'conversations' | 'workorders';
  key: string;
  member: string;
  title: string;
  at: string;
  waits: boolean;
  unread: number;
  takenBy?: string;
}

/** Milliseconds between two checks of the inbox for new messages. */
export const every = 5000;

interface Message {
  id: string | number;
  mine: boolean;
  text: string;
  pictures: string[];
  at: string;
}

async function messagesOf({ kind, key }: Thread, before?: number): Promise<Message[]> {
  if (kind === 'conversations') {
    const { items } = await ask(`conversations/of/${encodeURIComponent(key)}/read`, before ? { before } : {});
    return items.map((one: Item) => ({
      id: one.id,
      mine: one.from === 'desk',
      text: one.text,
      pictures: one.picture ? [one.picture] : [],
      at: one.at,
    }));
  }
  const question = await ask(`workorders/${encodeURIComponent(key)}`);
  return [
    {
      id: 'question',
      mine: false,
      text: `${question.title}\n\n${question.description}`,
      pictures: question.annex,
      at: question.createdAt,
    },
    ...question.entries.map((one: Item) => ({
      id: one.id,
      mine: one.by === 'operator',
      text: one.text,
      pictures: one.annex,
      at: one.at,
    })),
  ];
}

/** A conversation or work order: its messages, who else has it open, and the field for an answer. */
export function ThreadView({ thread, back }: { thread: Thread; back(): void }) {
  const t = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const place = `${thread.kind}/${thread.key}`;
  const [older, setOlder] = useState<Message[]>([]);
  const { data: loaded } = useQuery({
    queryKey: ['thread', place],
    queryFn: () => messagesOf(thread),
    refetchInterval: every,
  });
  const newest = loaded ?? [];
  const { data: here } = useQuery({
    queryKey: ['presence', place],
    queryFn: () => ask('presence', { place }),
    refetchInterval: every,
  });
  const messages = [...older.filter(({ id }) => !newest.some((one) => one.id === id)), ...newest];
  const last = newest.at(-1)?.id;
  // the question itself is no entry
  const seen = thread.kind === 'conversations' ? Number(last ?? 0) : newest.length - 1;
  const path = thread.kind === 'conversations' ? `conversations/of/${encodeURIComponent(thread.key)}` : place;
  const [first] = messages;
  const more = thread.kind === 'conversations' && typeof first?.id === 'number' && first.id > 1;
  const take = async () => {
    try {
      await ask(`${path}/take`, {});
      await client.invalidateQueries({ queryKey: ['inbox'] });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      notify(error.message || 'word.lost', { type: 'error' });
    }
  };
  return (
    <Card
      sx={{ display: 'flex', flexDirection: 'column', maxHeight: { md: '80vh' } }}
      component="section"
      aria-label={thread.member}
    >
      <CardContent
        sx={{
          borderBottom: 1,
          borderColor: 'divider',
          display: 'flex',
          gap: 1,
          flexWrap: 'wrap',
          alignItems: 'center',
        }}
      >
        <Button onClick={back} sx={{ display: { md: 'none' } }}>
          ← {t('ra.action.back')}
        </Button>
        <Typography variant="h6" component="h2" sx={{ flex: 1 }}>
          <RecordLink area="members" of={thread.member} />
        </Typography>
        {thread.takenBy && <Chip label={t('word.takenBy', { name: thread.takenBy })} />}
        <Button onClick={take}>{t('action.take')}</Button>
        {thread.kind === 'workorders' && <RecordLink area="workorders" of={thread.key} />}
      </CardContent>
      {here?.others?.length > 0 && (
        <Alert severity="warning">{t('word.alsoHere', { names: here?.others.join(', ') })}</Alert>
      )}
      <Messages of={messages} last={last}>
        {more && (
          <Button
            size="small"
            onClick={async () => setOlder([...(await messagesOf(thread, first.id as number)), ...older])}
          >
            {t('word.older')}
          </Button>
        )}
      </Messages>
      {/* nobody answers what they have not seen */}
      {loaded && (
        <Composer
          place={place}
          path={path}
          mostPictures={thread.kind === 'conversations' ? 1 : 9}
          send={(answer) =>
            ask(`${path}/${thread.kind === 'conversations' ? 'reply' : 'answer'}`, { ...answer, seen })
          }
          moved={() =>
            Promise.all([
              client.invalidateQueries({ queryKey: ['inbox'] }),
              client.invalidateQueries({ queryKey: ['thread', place] }),
            ])
          }
        />
      )}
    </Card>
  );
}

/** The messages, newest at the end and scrolled into view. */
function Messages({
  of: messages,
  last,
  children,
}: {
  of: Message[];
  last: Message['id'] | undefined;
  children: ReactNode;
}) {
  const t = useTranslate();
  const time = useTime();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' }); // newer browsers return a promise, which is not a clean-up function
  }, [last]);
  return (
    <Box
      sx={{ overflow: 'auto', p: 2, flex: 1, minHeight: 120 }}
      tabIndex={0}
      role="log"
      aria-label={t('word.messages')}
    >
      {children}
      {messages.map((one) => (
        <Box
          key={one.id}
          sx={{ display: 'flex', justifyContent: one.mine ? 'flex-end' : 'flex-start', mb: 1 }}
        >
          <Box
            sx={{
              maxWidth: '80%',
              px: 1.5,
              py: 1,
              borderRadius: 2,
              border: 1,
              borderColor: 'divider',
              bgcolor: one.mine ? 'action.selected' : 'background.paper',
            }}
          >
            <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {one.text}
            </Typography>
            <Value field={{ kind: 'pictures' }} value={one.pictures} brief />
            <Typography variant="caption" color="text.secondary">
              {time(one.at)}
            </Typography>
          </Box>
        </Box>
      ))}
      <div ref={end} />
    </Box>
  );
}
