import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';

const font = "system-ui, 'PingFang SC', 'Microsoft YaHei', sans-serif";

const shared = (theme: RaThemeOptions): RaThemeOptions => ({
  ...theme,
  typography: { ...theme.typography, fontFamily: font, button: { textTransform: 'none' } },
  sidebar: { width: 250, closedWidth: 56 },
  components: {
    ...theme.components,
    MuiTableSortLabel: { styleOverrides: { root: { minHeight: 24, minWidth: 24 } } },
    // react-admin names a row's checkbox by an attribute that this version of Material UI leaves on the element around it
    MuiCheckbox: {
      defaultProps: {
        slotProps: {
          root: { 'aria-label': undefined },
          input: (state: object) => ({ 'aria-label': (state as { 'aria-label'?: string })['aria-label'] }),
        },
      },
    },
    MuiCssBaseline: { styleOverrides: { body: { fontVariantNumeric: 'tabular-nums' } } },
  },
});

/** The app's colours, in light and dark; text has a contrast of 4.5 at least on all of them. */
export const light = shared({
  ...(defaultLightTheme as RaThemeOptions),
  palette: {
    ...defaultLightTheme.palette,
    primary: { main: '#00735a' },
    secondary: { main: '#00735a' },
    warning: { main: '#805000' },
    error: { main: '#b3261e' },
  },
});
export const dark = shared({
  ...(defaultDarkTheme as RaThemeOptions),
  palette: {
    ...defaultDarkTheme.palette,
    mode: 'dark',
    primary: { main: '#4fd1a5' },
    secondary: { main: '#4fd1a5' },
    warning: { main: '#ffb870' },
    error: { main: '#ff9b94' },
  },
});
