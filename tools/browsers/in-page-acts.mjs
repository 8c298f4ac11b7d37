// Actions of a member, by the names that they read, in a document of any engine. Injected with `in-page.mjs`.
import { settled } from './in-page.mjs';

/** Milliseconds to wait for anything. */
const patience = 20_000;

/** @param {string} pattern a text, or a regular expression as text between slashes */
const matcher = (pattern) => {
  const [, source] = /^\/(.*)\/$/.exec(pattern) ?? [];
  return source ? new RegExp(source) : { test: (/** @type {string} */ text) => text === pattern };
};

/** The document and the shadow roots of its embeds. */
const roots = () => [
  document,
  ...[...document.querySelectorAll('*')].flatMap(({ localName, shadowRoot }) =>
    localName.startsWith('cloudphone-') && shadowRoot ? [shadowRoot] : [],
  ),
];

/** Visible elements of a selector. @param {string} selector */
function visible(selector) {
  const all = roots().flatMap((root) => [...root.querySelectorAll(selector)]);
  return /** @type {HTMLElement[]} */ (all).filter((one) => one.getClientRects().length);
}

/** @param {Element} one */
const nameOf = (one) =>
  (one.getAttribute('aria-label') ?? (one.closest('label') ?? one).textContent ?? '')
    .replace(/\s+/g, ' ')
    .trim();

const said = () =>
  roots()
    .map((root) => (root === document ? document.body?.innerText : root.textContent))
    .join(' ')
    .replace(/\s+/g, ' ')
    .slice(0, 400);

/**
 * @template T
 * @param {() => T | undefined | false} find
 * @param {string} what
 * @returns {Promise<T>}
 */
async function wait(find, what) {
  /** @type {T | undefined | false} */
  let found;
  if (!(await settled(() => (found = find()), patience)))
    throw new Error(`there is no ${what}; there is “${said()}”`);
  return /** @type {T} */ (found);
}

/**
 * Presses the first link, button or choice of this name.
 * @param {string} name
 * @param {string} [within] a selector
 */
export async function press(name, within = '*') {
  const is = matcher(name);
  const found = await wait(
    () =>
      visible('a[href],button,[role=tab],[role=radio],input[type=radio],label').find(
        (one) =>
          one.closest(within) && is.test(nameOf(one)) && !(/** @type {HTMLButtonElement} */ (one).disabled),
      ),
    name,
  );
  found.scrollIntoView({ block: 'center' });
  found.click();
}

/** Presses the first element of a selector. @param {string} selector */
export async function pressFirst(selector) {
  const found = await wait(
    () => visible(selector).find((one) => !(/** @type {HTMLButtonElement} */ (one).disabled)),
    selector,
  );
  found.scrollIntoView({ block: 'center' });
  found.click();
}

/**
 * Types into a field.
 * @param {string} selector
 * @param {string} text
 */
export async function type(selector, text) {
  const field = /** @type {HTMLInputElement} */ (await wait(() => visible(selector)[0], selector));
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  field.blur();
}

/** Draws a line with a finger. @param {string} selector */
export async function draw(selector) {
  const paper = await wait(() => visible(selector)[0], selector);
  paper.scrollIntoView({ block: 'center' });
  const { left, top } = paper.getBoundingClientRect();
  for (let at = 0; at <= 20; at++) {
    const name = at === 0 ? 'pointerdown' : at === 20 ? 'pointerup' : 'pointermove';
    const where = { clientX: left + 30 + at * 10, clientY: top + 60 + (at % 5) * 12 };
    const how = { bubbles: true, composed: true, cancelable: true, pointerId: 1, isPrimary: true };
    paper.dispatchEvent(
      new PointerEvent(name, {
        ...how,
        ...where,
        pointerType: 'touch',
        buttons: name === 'pointerup' ? 0 : 1,
      }),
    );
    await new Promise((frame) => requestAnimationFrame(frame));
  }
}

/**
 * Chooses a picture, as base64, in the first field for files.
 * @param {string} base64
 */
export async function choosePicture(base64) {
  const [field] = roots().flatMap((root) => [...root.querySelectorAll('input[type=file]')]);
  const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const files = new DataTransfer();
  files.items.add(new File([bytes], 'picture.png', { type: 'image/png' }));
  Object.assign(field ?? {}, { files: files.files });
  field?.dispatchEvent(new Event('change', { bubbles: true }));
  await settled(() => /Uploading/.test(said()), 1000);
  await wait(() => !/Uploading/.test(said()), 'end of the upload');
}

/** Waits for visible text. @param {string} pattern @param {string} [selector] */
export const sees = (pattern, selector = '[data-screen]') =>
  wait(() => visible(selector).some((one) => new RegExp(pattern).test(one.textContent ?? '')), pattern);

/** Waits for a number of visible elements. @param {string} selector @param {number} count */
export const counts = (selector, count) =>
  wait(() => visible(selector).length >= count, `${count} × ${selector}`);

/** Shows another screen of the page's embed. @param {string} route */
export async function navigate(route) {
  const [element] = roots().flatMap((root) =>
    [...root.querySelectorAll('*')].filter(({ localName }) => localName.startsWith('cloudphone-')),
  );
  /** @type {any} */ (element).navigate(route);
}

/**
 * Touches a live cloud phone at a quarter of its size, and waits until the picture shows it there. An engine that cannot play it has pictures
 * only, which are not touched: then waits for the next one.
 * @param {string} within a selector
 */
export async function touchPhone(within) {
  const surface = () => visible(`${within} [role=application]`)[0];
  if (!(await settled(() => !!surface(), patience / 2))) {
    const address = () => visible(`${within} img`)[0]?.getAttribute('src');
    const first = await wait(address, 'picture');
    await wait(() => address() && address() !== first, 'next picture');
    return;
  }
  const touched = /** @type {HTMLElement} */ (surface());
  touched.scrollIntoView({ block: 'center' });
  const colour = () => {
    const paper = document.createElement('canvas').getContext('2d');
    const [shown] = visible(`${within} canvas,${within} video`);
    paper?.drawImage(/** @type {HTMLCanvasElement} */ (shown), 0, 0, 100, 100);
    return paper?.getImageData(25, 25, 1, 1).data ?? [];
  };
  const before = [...colour()];
  const { left, top, width, height } = touched.getBoundingClientRect();
  for (const name of ['pointerdown', 'pointerup'])
    touched.dispatchEvent(
      new PointerEvent(name, {
        bubbles: true,
        composed: true,
        cancelable: true,
        pointerId: 1,
        clientX: left + width / 4,
        clientY: top + height / 4,
      }),
    );
  await wait(
    () => colour().some((value, at) => Math.abs(value - (before[at] ?? 0)) > 40),
    'touch in the picture',
  );
}
