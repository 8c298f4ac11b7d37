import type { Host } from '../host';

/** Light or dark, as the surrounding page or the partner (`--cp-scheme`) decides, and without motion if they want that. */
export function follow(host: Host, box: HTMLElement, changed: () => void): { look(): void; stop(): void } {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const look = () => {
    const style = getComputedStyle(host.root.host); // the page's CSS; `theme` takes precedence
    const token = (name: 'scheme' | 'motion') =>
      host.options.theme?.[name] ?? style.getPropertyValue(`--cp-${name}`).trim();
    const scheme = token('scheme') || style.colorScheme || '';
    const follows = scheme === 'auto' || /light dark|dark light/.test(scheme);
    box.dataset.scheme = (follows ? dark.matches : /dark/.test(scheme)) ? 'dark' : 'light';
    if (token('motion') === '0') box.dataset.still = '';
    else delete box.dataset.still;
  };
  // The page's own switch between light and dark is an attribute at its root.
  const observer = new MutationObserver(changed);
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributes: true });
  dark.addListener(changed); // Chrome 69 and iOS 12 only have this method
  look();
  return {
    look,
    stop() {
      observer.disconnect();
      dark.removeListener(changed);
    },
  };
}

/** Whether the partner has set any token that has to be validated. */
export function themed({ options, root }: Host): boolean {
  const style = getComputedStyle(root.host);
  return (
    !!options.theme ||
    'color-primary color-on-primary color-text color-bg color-surface color-strong font-size radius max-height'
      .split(' ')
      .some((name) => style.getPropertyValue(`--cp-${name}`).trim())
  );
}
