import type { Settings } from '../settings/settings';
import { platformOverHttp } from './platform-http';
import { sandboxPlatform } from './sandbox';

/** What the platform says of an account. */
export interface Found {
  /** As the platform writes it. */
  account: string;
  nickname: string;
  /** Address of a picture. */
  avatar?: string | undefined;
  /** Coins that it has when it is linked. */
  coins: number;
  /** Whether our sign-in to it still holds. */
  signedIn: boolean;
}

/** A visit of an account to a live room. */
export interface Visit {
  /** The platform's; the same however often it is asked. */
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Coins, whole; 0 when they were missed. */
  amount: number;
  grabbed: boolean;
  liveRoom: string;
  streamer: string;
}

/** The short-video platform. What it cannot answer is thrown. */
export interface ShortVideoPlatform {
  readonly sandbox: boolean;
  /** Nothing when there is no account of that name. */
  find(account: string): Promise<Found | undefined>;
  /** Visits after `since` and up to `until`, milliseconds since the epoch. */
  visits(account: string, since: number, until: number): Promise<Visit[]>;
}

/** The platform that the settings name; without any it is a sandbox, or there is none. */
export function shortVideoPlatform({
  shortVideo,
  sandboxes,
}: Pick<Settings, 'shortVideo' | 'sandboxes'>): ShortVideoPlatform | undefined {
  if (shortVideo) return platformOverHttp(shortVideo);
  return sandboxes ? sandboxPlatform : undefined;
}
