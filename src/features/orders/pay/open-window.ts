import type { OpenedWindow, Platform } from '../../../core/platform';

/**
 * An empty window for a provider's page, where ours may not be left. Called while the tap is answered that wants it. What comes into it
 * gets no hold of the page that has opened it.
 */
export function openWindow({ windows }: Platform): OpenedWindow | null | undefined {
  const opened = windows?.open();
  if (opened) opened.opener = null;
  return opened;
}

/** Leads it to an address, by a link of its own: from a sandboxed frame it could be led by its opener only. Answers the address. */
export function lead(opened: OpenedWindow, href: string): string {
  Object.assign(opened.document.createElement('a'), { href }).click();
  return href;
}
