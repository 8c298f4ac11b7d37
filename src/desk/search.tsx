import { Box, Dialog, List, ListItemButton, ListItemText, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { ask, type Item } from './api';

/** Opens the search with Ctrl+K, ⌘K or /, unless the focus is in a field. */
export function useSearchKey(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as Element).tagName);
      const isK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (!isK && !(event.key === '/' && !typing)) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [open]);
}

/** Searches everything by number, name or contact. */
export function Search({ close }: { close(): void }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  const [at, setAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words.trim()), 150);
    return () => clearTimeout(timer);
  }, [words]);
  const { data } = useQuery({
    queryKey: ['search', asked],
    queryFn: () => ask(`search?q=${encodeURIComponent(asked)}`),
    enabled: asked.length > 1,
  });
  const items: Item[] = asked.length > 1 ? (data?.items ?? []) : [];
  const open = (hit: Item | undefined) => {
    if (!hit) return;
    navigate(`/${hit.area}/${encodeURIComponent(hit.key)}/show`);
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': t('ra.action.search') } }}
    >
      <Box sx={{ p: 2 }}>
        <TextField
          autoFocus
          fullWidth
          label={t('word.searchAll')}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') setAt(Math.min(at + 1, items.length - 1));
            else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
            else if (event.key === 'Enter') open(items[at]);
            else return;
            event.preventDefault();
          }}
        />
        <List dense component="div">
          {items.map((hit, nth) => (
            <ListItemButton key={`${hit.area}/${hit.key}`} selected={nth === at} onClick={() => open(hit)}>
              <ListItemText
                primary={hit.title || hit.key}
                secondary={`${t(`area.${hit.area}`)}${hit.about ? ` · ${hit.about}` : ''}`}
              />
            </ListItemButton>
          ))}
        </List>
        {asked.length > 1 && data && !items.length && (
          <Typography sx={{ p: 1 }}>{t('word.nothing')}</Typography>
        )}
      </Box>
    </Dialog>
  );
}
