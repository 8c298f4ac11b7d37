import { Alert, Badge, Box, Button, ListSubheader, MenuItem, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import {
  AppBar,
  Layout,
  type LayoutProps,
  LocalesMenuButton,
  Logout,
  Menu,
  TitlePortal,
  ToggleThemeButton,
  UserMenu,
  useTranslate,
} from 'react-admin';
import type { Area } from '../contract/desk/area';
import { menu } from '../contract/desk/areas';
import { ask } from './api';
import { useChime, useSound } from './chime';
import { useMe } from './list';
import { Search, useSearchKey } from './search';

/** Waiting lists whose work is done in an area of another name. */
const queues: Record<string, string[]> = { orders: ['unsent'], posts: ['reports'] };

function DeskMenu() {
  const t = useTranslate();
  const me = useMe();
  const { data: day } = useQuery({ queryKey: ['day'], queryFn: () => ask('day'), refetchInterval: 30_000 });
  const waiting = (day?.waiting ?? {}) as Record<string, number>;
  const count = (name: string) =>
    (queues[name] ?? [name]).reduce((sum, queue) => sum + (waiting[queue] ?? 0), 0);
  const all = Object.values(waiting).reduce((sum, one) => sum + one, 0);
  useChime(day && all);
  useEffect(() => {
    document.title = `${all ? `(${all}) ` : ''}${t('word.title')}`;
  }, [all, t]);
  return (
    <Menu>
      <Menu.DashboardItem primaryText={t('area.day')} leftIcon={<Count of={0} />} />
      {Object.entries<Record<string, Area>>(menu).map(([group, areas]) => {
        const seen = Object.entries(areas).filter(([name]) => me?.sees.includes(name));
        if (!seen.length) return null;
        return (
          <Box key={group} role="group" aria-label={t(`group.${group}`)}>
            <ListSubheader
              role="presentation"
              component="div"
              disableSticky
              sx={{ lineHeight: '28px', bgcolor: 'transparent' }}
            >
              {t(`group.${group}`)}
            </ListSubheader>
            {seen.map(([name, { page }]) => (
              <Menu.Item
                key={name}
                to={page === 'own' ? '/inbox' : `/${name}`}
                primaryText={t(page === 'own' ? 'word.inbox' : `area.${name}`)}
                leftIcon={<Count of={count(name)} />}
              />
            ))}
          </Box>
        );
      })}
    </Menu>
  );
}

/** The number of waiting entries, in place of an icon. */
const Count = ({ of }: { of: number }) => (
  <Badge badgeContent={of} max={999} color="warning" sx={{ ml: 1.5 }}>
    <Box component="span" sx={{ width: 8 }} />
  </Badge>
);

function DeskBar() {
  const t = useTranslate();
  const me = useMe();
  const [searching, setSearching] = useState(false);
  useSearchKey(useCallback(() => setSearching(true), []));
  return (
    <AppBar
      color="default"
      userMenu={
        <UserMenu>
          <Typography sx={{ px: 2, py: 1 }}>
            {me?.name} · {me && t(`value.${me.role}`)}
          </Typography>
          <Sound />
          <Logout />
        </UserMenu>
      }
      toolbar={
        <>
          <Box sx={{ '& .MuiButton-root': { fontSize: { xs: 0, sm: 'inherit' }, minWidth: 40 } }}>
            <LocalesMenuButton />
          </Box>
          <ToggleThemeButton />
        </>
      }
    >
      <TitlePortal
        component="h1"
        variant="h6"
        // react-admin's title is one inline block, which is cut without the three dots
        sx={{ minWidth: 0, '& > *': { display: 'inline' } }}
        onMouseEnter={({ currentTarget }) => {
          currentTarget.title = currentTarget.textContent ?? '';
        }}
      />
      <Button color="inherit" onClick={() => setSearching(true)} aria-keyshortcuts="Control+K">
        {t('ra.action.search')}
        <Box component="kbd" sx={{ ml: 1, opacity: 0.8, display: { xs: 'none', sm: 'inline' } }}>
          Ctrl K
        </Box>
      </Button>
      {searching && <Search close={() => setSearching(false)} />}
    </AppBar>
  );
}

/** Turns the sound on and off that says that something new waits. */
function Sound() {
  const t = useTranslate();
  const [isOn, setOn] = useSound();
  return (
    <MenuItem role="menuitemcheckbox" aria-checked={isOn} onClick={() => setOn(!isOn)}>
      {t(isOn ? 'word.soundOff' : 'word.soundOn')}
    </MenuItem>
  );
}

/** Above every page of a copy. */
function Quiet() {
  const t = useTranslate();
  return useMe()?.quiet ? (
    <Alert severity="warning" sx={{ mt: 1 }}>
      {t('word.quiet')}
    </Alert>
  ) : null;
}

export const DeskLayout = ({ children }: LayoutProps): ReactNode => (
  <Layout
    appBar={DeskBar}
    menu={DeskMenu}
    // react-admin lets a page grow with its widest table; here the table scrolls
    sx={{ minWidth: 0, '& .RaLayout-content, & .RaLayout-contentWithSidebar': { minWidth: 0 } }}
  >
    <Quiet />
    {children}
  </Layout>
);
