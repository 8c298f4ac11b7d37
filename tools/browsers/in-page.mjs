// Functions that are injected into a page of any engine, as one script without dependencies.

/**
 * Whether `is` becomes true in time.
 * @param {() => unknown} is
 * @param {number} patience milliseconds
 */
export async function settled(is, patience) {
  for (const began = Date.now(); Date.now() - began < patience; ) {
    if (is()) return true;
    await new Promise((rest) => setTimeout(rest, 25));
  }
  return false;
}

/**
 * Whether the styles are applied: without them, no element of a page is a flex box or a grid, and none has round corners.
 * @param {Element} root
 */
export function styled(root) {
  return [root, ...root.querySelectorAll('*')].some((one) => {
    if (/^(button|input|select|textarea)$/.test(one.localName)) return false;
    const { display, borderTopLeftRadius } = getComputedStyle(one);
    return /flex|grid/.test(display) || parseFloat(borderTopLeftRadius) > 0;
  });
}

/**
 * The problem of the current screen after it has loaded.
 * @param {string} path
 * @param {number} patience milliseconds
 * @returns {Promise<{ problem?: string, lacks?: string, links: string[] }>}
 */
export async function look(path, patience) {
  const find = () =>
    [...document.querySelectorAll('[data-screen]')].find(
      (one) => one.getAttribute('data-screen') === path && one.getClientRects().length,
    );
  const asks = /paymentResult/.test(path); // for a quarter of a minute
  const arrived = await settled(() => {
    const screen = find();
    if (!screen?.textContent) return false;
    if (asks) return screen.querySelector('h2,[role="alert"]');
    return screen.getAttribute('aria-busy') !== 'true' && !screen.querySelector('[aria-busy="true"]');
  }, patience);
  const screen = find();
  const lack = screen?.querySelector('[data-missing]');
  const links = [...document.querySelectorAll('a[href^="#/"][href*="?"]')].map((one) =>
    (one.getAttribute('href') ?? '').slice(2),
  );
  if (!screen || !arrived)
    return { links, problem: `it did not come; there is “${document.body.innerText.slice(0, 200)}”` };
  const lacks = lack?.getAttribute('data-missing');
  return { links, ...(lacks && { lacks }), ...(!styled(screen) && { problem: 'it has no styles' }) };
}

/**
 * The problem of the page's embeds after they have loaded. `names`: the required ones; empty: any.
 * @param {string[]} names
 * @param {number} patience
 */
export async function lookInside(names, patience) {
  const all = () =>
    [...document.querySelectorAll(names.map((name) => `cloudphone-${name}`).join() || '*')].filter(
      (one) => one.localName.startsWith('cloudphone-') && one.shadowRoot,
    );
  /** @param {Element} one */
  const screenIn = (one) => one.shadowRoot?.querySelector('[data-screen]');
  await settled(
    () =>
      all().length >= Math.max(names.length, 1) &&
      all().every((one) => {
        one.scrollIntoView();
        const screen = screenIn(one);
        return (
          screen?.textContent &&
          screen.getAttribute('aria-busy') !== 'true' &&
          !screen.querySelector('[aria-busy="true"]') &&
          styled(screen)
        );
      }),
    patience,
  );
  if (all().length < Math.max(names.length, 1)) return `there are ${all().length} embeds`;
  const problems = all().flatMap((one) => {
    const screen = screenIn(one);
    const said = (one.shadowRoot?.textContent ?? '').slice(0, 120);
    if (!screen) return [`${one.localName} has no screen; there is “${said}”`];
    if (screen.closest('[aria-busy="true"]') || screen.querySelector('[aria-busy="true"]'))
      return [`${one.localName} still waits`];
    return styled(screen) ? [] : [`${one.localName} has no styles`];
  });
  return problems.join('; ') || undefined;
}
