import { added } from '../wire/call';
import type { OfflineReason, Task } from './devices';
import type * as rules from './screens.rules';

/** The most thumbnails of one request. */
export const mostThumbnails = 30;

/** The screen of a cloud phone in small. */
export interface Thumbnail {
  id: string;
  /** Identifies the picture; absent if there is none now. */
  tag?: string;
  /** A JPEG of at most 6 KB, in base64; absent if the phone has the picture with this tag. */
  image?: string;
}

/**
 * Why there is no picture of a screen: its days have ended, it is offline, or its provider makes no pictures. A provider that does not
 * answer at the moment is none of these, because the next picture may arrive.
 */
export type ScreenLack = 'ended' | 'offline' | 'none';

/** A cloud phone whose screen a member looks at. */
export interface OpenedScreen {
  /** As the member has named it. */
  name: string;
  serialNumber: string;
  /**
   * The address of the current picture, for a minute and for this session, or this partner's page. It answers with a JPEG of at most 40 KB; with 304 if the
   * picture is that of `If-None-Match`; with 204 if the provider has not answered; and with 404 once it is no longer valid.
   */
  url?: string;
  /** The address of its live picture (`live.ts`), for as long and for the same; absent if its provider does not stream. */
  live?: string;
  lack?: ScreenLack;
  /** Why it is offline. */
  why?: OfflineReason;
  task?: Pick<Task, 'name' | 'state' | 'progress'>;
  /** Files can be sent to it (`wire/upload.ts`); absent if its provider takes none, and in a partner's page. */
  files?: true;
  /** The page may look and not touch: it is a partner's, whose token has no scope for more. */
  readOnly?: true;
  /** The pictures are drawn by the sandbox, which replaces a provider outside production. */
  sandbox?: true;
}

/**
 * The most cloud phones that follow one: each is a connection of its own between the gateway and the provider, and each touch is passed on so many
 * times, 33 times a second.
 */
export const mostFollowers = 20;

/** A chosen cloud phone beside the one that is looked at. */
export interface Follower {
  id: string;
  /** Absent if the member has no such cloud phone. */
  name?: string;
  /** Why it does not follow; absent if it does. `none`: its provider does not stream. */
  lack?: ScreenLack | 'missing';
}

/** Several cloud phones, of which one is looked at, and the others do the same. */
export interface OpenedTogether {
  /** The one that is looked at; absent if none of them can be seen live. */
  leader?: { id: string; name: string; live: string };
  followers: Follower[];
  /** As of a screen. */
  sandbox?: true;
}

/**
 * The thumbnails of the member's cloud phones that are in view, with the tags of those that the phone has. One that is offline, or whose
 * provider does not answer, has no tag. Refused (500) if one of them is not the member's.
 */
export const listThumbnails = added<typeof rules.listThumbnails, { items: Thumbnail[] }>(
  'txScreen/thumbnails',
  { embed: { scopes: ['screen:read'] } },
);

/** Opens the screen of a cloud phone for a minute. Refused (500) for a cloud phone of another member. */
export const openScreen = added<typeof rules.openScreen, OpenedScreen>('txScreen/open', {
  embed: { scopes: ['screen:read'], fields: { name: 'public' } },
});

/**
 * Opens the live picture of one of the member's cloud phones, `lead` or else the first that can be seen live, for a minute; what the member does there, the others
 * do too. A cloud phone of another member is named as missing, as is one that does not exist. No partner's page controls several.
 */
export const openTogether = added<typeof rules.openTogether, OpenedTogether>('txScreen/together');
