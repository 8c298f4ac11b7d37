/** @import { Page } from '@playwright/test' */

// The floor of the long lists: a page that only windows the same rows. Its rows are cloned from the app's own document with its styles;
// heights are known by kind of row, positions are sums, and removed rows are reused.

/** The number of kinds of rows, which alternate, and the app's first row of each kind. */
const kinds = { log: { count: 9, first: 0 }, feed: { count: 6, first: 1 } };

/**
 * The elements of the page: its main element, a template for each kind of row, the list and the space below it.
 * @param {{ screen: string, rows: string[], list: string }} about
 */
function makeElements({ screen, rows, list }) {
  const main = document.createElement('main');
  main.dataset.screen = screen;
  main.style.padding = '16px';
  document.body.append(main);
  const makers = rows.map((html) => {
    const maker = document.createElement('template');
    maker.innerHTML = html;
    return /** @type {HTMLElement} */ (maker.content.firstElementChild);
  });
  const ul = document.createElement('ul');
  ul.className = list;
  ul.setAttribute('role', 'list');
  ul.style.cssText = 'position:relative;display:block';
  const end = document.createElement('div');
  end.style.height = '60px';
  return { main, makers, ul, end };
}

/**
 * Shows an item in a row.
 * @param {HTMLElement} li
 * @param {{ name: 'log' | 'feed', item: any, at: number, top: number | undefined }} about `at`: its index; `top`: px
 */
function fillRow(li, { name, item, at, top }) {
  const put = (/** @type {Element | null} */ one, /** @type {string} */ text) => {
    const words = one?.firstChild;
    if (words) words.nodeValue = text;
  };
  const minutes = Math.floor((Date.now() - Date.parse(item.time)) / 60_000);
  put(li.querySelector('time'), `${minutes} minutes ago`);
  put(li.querySelector('strong'), name === 'log' ? item.liveRoomName : item.author.nickname);
  if (name === 'log') put(li.querySelector('em'), `+${item.amount}`);
  else put(li.querySelector('article > p'), item.text);
  li.setAttribute('aria-posinset', String(at + 1));
  li.setAttribute('aria-setsize', '-1');
  li.style.transform = `translateY(${top}px)`;
}

/**
 * The page's script. It runs in the page, with the two functions above.
 * @param {{ name: 'log' | 'feed', call: string, screen: string, rows: string[], list: string, gap: number }} about
 */
function windowRows({ name, call, screen, rows, list, gap }) {
  const { main, makers, ul, end } = makeElements({ screen, rows, list });
  /** Px above and below the viewport. */
  const near = 600;
  /** @type {any[]} */
  const items = [];
  const tops = [0];
  /** @type {number[]} */
  const heights = [];
  /** @type {string | undefined} */
  let next;
  let asked = false;
  /** @type {Map<number, HTMLElement>} */
  const shown = new Map();
  /** @type {HTMLElement[][]} */
  const free = rows.map(() => []);
  const kindOf = (/** @type {number} */ at) => at % rows.length;
  const make = (/** @type {number} */ at) => {
    const kind = kindOf(at);
    const maker = makers[kind];
    if (!maker) throw new Error(`There is no row of kind ${kind}`);
    const li = free[kind]?.pop() ?? /** @type {HTMLElement} */ (maker.cloneNode(true));
    li.style.cssText = 'position:absolute;left:0;right:0;top:0;margin:0;contain:layout paint style';
    fillRow(li, { name, item: items[at], at, top: tops[at] });
    ul.append(li);
    shown.set(at, li);
    return li;
  };
  const leave = (/** @type {number} */ at, /** @type {HTMLElement} */ li) => {
    li.remove();
    shown.delete(at);
    free[kindOf(at)]?.push(li);
  };
  /** The row at a position in px. @param {number} y */
  const rowAt = (y) => {
    let [low, high] = [0, items.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((tops[middle] ?? 0) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const draw = () => {
    const y = scrollY - 16;
    const from = rowAt(Math.max(0, y - near));
    const to = rowAt(y + innerHeight + near);
    for (const [at, li] of shown) if (at < from || at > to) leave(at, li);
    for (let at = from; at <= to; at++) if (!shown.has(at)) make(at);
    if (next && !asked && y + innerHeight + 900 > (tops[items.length] ?? 0)) void more();
  };
  const more = async () => {
    asked = true;
    const answer = await fetch(`/api/${call}`, {
      method: 'POST',
      body: JSON.stringify({ header: {}, body: { data: next ? { from: next } : {} } }),
    });
    const { body } = await answer.json();
    items.push(...body.items);
    next = body.next;
    if (!ul.parentNode) main.append(ul, end);
    if (!heights.length)
      for (let at = 0; at < rows.length; at++) {
        const li = make(at);
        heights.push(li.offsetHeight + gap);
        leave(at, li);
      }
    for (let at = tops.length - 1; at < items.length; at++)
      tops.push((tops[at] ?? 0) + (heights[kindOf(at)] ?? 0));
    ul.style.height = `${tops[items.length]}px`;
    asked = false;
    draw();
  };
  let waiting = false;
  addEventListener(
    'scroll',
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        draw();
      });
    },
    { passive: true },
  );
  Object.assign(window, { begin: () => void more() });
}

/**
 * Creates the floor's page from the list that `page` shows.
 * @param {Page} page the app, with the list's first rows
 * @param {'log' | 'feed'} name
 * @param {{ call: string, screen: string }} list
 */
export async function floorOf(page, name, { call, screen }) {
  const { count, first } = kinds[name];
  const taken = await page.evaluate(
    ({ screen, count, first }) => {
      const ul = document.querySelector(`[data-screen="${screen}"] ul[role=list]`);
      const rows = [...(ul?.children ?? [])].slice(first, first + count).map((one) => one.outerHTML);
      const turn = first % count;
      const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
      return {
        rows: [...rows.slice(count - turn), ...rows.slice(0, count - turn)],
        list: ul?.className ?? '',
        gap: Number.parseFloat(getComputedStyle(ul?.children[1] ?? document.body).marginTop),
        css: sheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n'),
        html: document.documentElement.className,
      };
    },
    { screen, count, first },
  );
  const { css, html, ...about } = taken;
  return `<!doctype html><html lang="en" class="${html}"><head><meta charset="utf-8"><title>Floor</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><style>${css}</style></head>
<body><script>${makeElements}${fillRow}(${windowRows})(${JSON.stringify({ name, call, screen, ...about }).replace(/</g, '\\u003c')})</script></body></html>`;
}
