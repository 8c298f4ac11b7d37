import { route } from '../../core/navigation/route';

export const list = route('pages/tabbar/index', { title: 'devices.title', tab: 'devices', bare: true });

/** Without `serialNumber` those of all orders; `state`: one of the counts of `DeviceSummary`. */
export const machines = route<never, 'serialNumber' | 'state'>('pages/list/equList', {
  title: 'device-detail.title',
  also: ['devices'],
});

export const earnings = route<never, 'serialNumber'>('pages/list/earnings', {
  title: 'device-detail.earnings.title',
});

/** Not a route: renames or restarts a cloud phone, over the list. */
export const machineSheet = route('part/machineSheet', { title: 'device-detail.title', also: ['form'] });

/** Not a route: replaces the items of the list for a member without a cloud phone. */
export const firstHome = route('part/firstHome', { title: 'devices.title' });

/** The screen of a cloud phone, while the member looks at it. */
export const screen = route<'id'>('pages/list/screen', {
  title: 'screen.title',
  also: ['device-detail'],
  needs: ['id'],
});

/** Not a route: the first screen of the embed `screen` in a partner's page, from which a cloud phone is chosen. */
export const screenList = route('embed/screens', { title: 'screen.all', also: ['device-detail', 'devices'] });

/** Not a route: the live picture over the still one, once the engine can show it. */
export const live = route('part/live', { title: 'live.title' });

/** Not routes: the ways to show H.264, of which an engine loads the one that it has. */
export const webCodecs = route('part/webCodecs', { title: 'live.title' });
export const mediaSource = route('part/mediaSource', { title: 'live.title' });

/** Partners' support that asks to watch a cloud phone, watches it now, or did. */
export const watches = route('pages/list/watches', { title: 'watches.title' });

/** Not a route: above the screen of a cloud phone that a partner's support asks to watch, or watches. */
export const watchNotice = route('part/watchNotice', { title: 'watches.title' });

/** Not a route: records the live picture, once the member asks for it. */
export const recorder = route('part/recorder', { title: 'live.title' });

/** Not a route: chooses several cloud phones in the list of all, and begins something with them. */
export const choosing = route('part/choosePhones', { title: 'phone-actions.title' });

/** Not a route: the buttons below the screen of a cloud phone. */
export const tools = route('part/phoneTools', { title: 'phone-actions.title' });

/** The actions on several cloud phones: one of them with its progress, or without `id` all. */
export const actions = route<never, 'id'>('pages/list/phoneActions', { title: 'phone-actions.title' });

/** Several cloud phones that are controlled together; `ids`: theirs, with commas between; `lead`: the one that is looked at. */
export const together = route<'ids', 'lead'>('pages/list/together', {
  title: 'together.title',
  also: ['device-detail'],
  needs: ['ids'],
});

/** Not a route: makes the thumbnails of cloud phones in a list. */
export const thumbnails = route('part/thumbnails', { title: 'device-detail.title' });
