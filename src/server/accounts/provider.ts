import type { Settings } from '../settings/settings';
import { platformOverHttp } from './platform-http';
import { sandboxPlatform } from './sandbox';

/** The platform's data of an account. */
export interface Found {
  /** As the platform spells it. */
  account: string;
  nickname: string;
  /** Address of a picture. */
  avatar?: string | undefined;
  /** Coins that it has at the time of linking. */
  coins: number;
  /** Whether our sign-in to it is still valid. */
  signedIn: boolean;
}

/** A visit of an account to a live room. */
export interface Visit {
  /** The platform's id, stable across repeated requests. */
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Coins, an integer; 0 if they were missed. */
  amount: number;
  grabbed: boolean;
  liveRoom: string;
  streamer: string;
}

/** The short-video platform. Methods throw if the platform cannot answer. */
export interface ShortVideoPlatform {
  readonly sandbox: boolean;
  /** Undefined if no account has this name. */
  find(account: string): Promise<Found | undefined>;
  /** Visits after `since` up to and including `until`, milliseconds since the epoch. */
  visits(account: string, since: number, until: number): Promise<Visit[]>;
}

/** The configured platform; without configuration the sandbox, or none. */
export function shortVideoPlatform({
  shortVideo,
  sandboxes,
}: Pick<Settings, 'shortVideo' | 'sandboxes'>): ShortVideoPlatform | undefined {
  if (shortVideo) return platformOverHttp(shortVideo);
  return sandboxes ? sandboxPlatform : undefined;
}
