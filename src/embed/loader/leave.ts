import type { LeaveReason } from '../api';

/** The ways out of an embed: the page around is asked, and a tab opens. Neither the page nor the frame is led away. */
interface Ways {
  root: ShadowRoot;
  /** Our own. */
  origin: string;
  /** Asks the page; whether a tab may open. */
  ask(url: string, reason: LeaveReason): boolean;
  /** Shows the member a link that opens one. */
  offer(url: string): void;
  /** The member is back. */
  back(): void;
}

/** Answers how to leave by script. */
export function createLeave({ root, origin, ask, offer, back }: Ways): (url: string) => void {
  function mayLeave(url: string): boolean {
    const reason = !url.startsWith(`${origin}/`) ? 'link' : /connectPartner/.test(url) ? 'connect' : 'app';
    if (!ask(url, reason)) return false;
    addEventListener('focus', back, { once: true });
    return true;
  }
  // A link that no screen of ours has followed leads out of here. It opens the tab itself, which no browser minds.
  root.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (!link || event.defaultPrevented || link.download || !/^http/.test(link.protocol)) return;
    if (mayLeave(link.href)) Object.assign(link, { target: '_blank', rel: 'noopener' });
    else event.preventDefault();
  });
  return (url) => {
    if (!mayLeave(url)) return;
    // an empty one first: whether the browser lets us is known by that only
    const tab = window.open('', '_blank');
    if (!tab) return offer(url);
    tab.opener = null;
    tab.location.href = url;
  };
}
