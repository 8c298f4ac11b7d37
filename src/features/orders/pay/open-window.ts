import type { OpenedWindow, Platform } from '../../../core/platform';

/**
 * An empty window for a provider's page, if our page must stay. Must be called during the tap. Its page gets no access to the page that
 * opened it.
 */
export function openWindow({ windows }: Platform): OpenedWindow | null | undefined {
  const opened = windows?.open();
  if (opened) opened.opener = null;
  return opened;
}

/** Navigates it to an address, with a link of its own: from a sandboxed frame only its opener could navigate it. Returns the address. */
export function lead(opened: OpenedWindow, href: string): string {
  Object.assign(opened.document.createElement('a'), { href }).click();
  return href;
}
