import type { LeaveReason } from '../api';

/** Links out of an embed: the page is asked, and a tab opens. Neither the page nor the frame navigates. */
interface Ways {
  root: ShadowRoot;
  /** Our own origin. */
  origin: string;
  /** Asks the page; returns whether a tab may open. */
  ask(url: string, reason: LeaveReason): boolean;
  /** Shows the member a link that opens a tab. */
  offer(url: string): void;
  /** The member has come back. */
  back(): void;
}

/** Returns a function that leaves by script. */
export function createLeave({ root, origin, ask, offer, back }: Ways): (url: string) => void {
  function mayLeave(url: string): boolean {
    const reason = !url.startsWith(`${origin}/`) ? 'link' : /connectPartner/.test(url) ? 'connect' : 'app';
    if (!ask(url, reason)) return false;
    addEventListener('focus', back, { once: true });
    return true;
  }
  // A link that no screen of ours has handled leads out of the embed. It opens the tab itself, which browsers always allow.
  root.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (!link || event.defaultPrevented || link.download || !/^http/.test(link.protocol)) return;
    if (mayLeave(link.href)) Object.assign(link, { target: '_blank', rel: 'noopener' });
    else event.preventDefault();
  });
  return (url) => {
    if (!mayLeave(url)) return;
    // opened empty first: only that reveals whether the browser allows it
    const tab = window.open('', '_blank');
    if (!tab) return offer(url);
    tab.opener = null;
    tab.location.href = url;
  };
}
