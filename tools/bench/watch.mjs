import { transform } from 'esbuild';
import { engines } from '../build/options.mjs';

/**
 * The notes of a document: when it was usable and showed the newest data, in milliseconds since the epoch; its layout shift; its
 * elements.
 * @typedef {Record<'usable' | 'fresh' | 'shift' | 'elements', number>} Noted
 */

/**
 * In every document, before its own scripts: records when the expected content exists, and when it is painted. Also marks it in a trace. It looks
 * in the frame that paints a change, so that content counts from its own paint, and now and then for changes that are not in the document.
 * @param {() => boolean} usable
 * @param {() => boolean} fresh
 */
function watch(usable, fresh) {
  const noted = { usable: 0, fresh: 0, shift: 0, elements: 0 };
  Object.assign(window, { noted });
  const note = (/** @type {'usable' | 'fresh'} */ name) =>
    setTimeout(() => {
      noted[name] ||= performance.timeOrigin + performance.now();
      performance.mark(name);
      noted.elements ||= document.querySelectorAll('*').length;
    });
  let isDue = false;
  const look = () => {
    isDue = false;
    if (!noted.usable && usable()) note('usable');
    if (!fresh()) return;
    clearInterval(timer);
    observer.disconnect();
    note('fresh');
  };
  const lookInFrame = () => {
    if (!isDue) requestAnimationFrame(look);
    isDue = true;
  };
  const observer = new MutationObserver(lookInFrame);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const timer = setInterval(lookInFrame, 100);
  if (!PerformanceObserver.supportedEntryTypes?.includes('layout-shift')) return;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) noted.shift += Number(Reflect.get(entry, 'value'));
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * The script that watches a document, for the oldest engine too. It is a text, because the policy of the page forbids evaluating texts.
 * @param {string} usable an expression that is true once the page is usable
 * @param {string} [fresh] the same for the server's newest data
 */
export async function watchScript(usable, fresh = usable) {
  const { code } = await transform(`(${watch})(() => ${usable}, () => ${fresh});`, engines);
  return code;
}
