// The search of the documentation site. Without scripts, the pages are complete and the field is hidden.
const field = document.querySelector('#search');
const list = document.querySelector('#found');
document.documentElement.classList.add('searches');
if (matchMedia('(max-width: 800px)').matches) document.querySelector('nav details').open = false;

let loading;
const load = () => (loading ??= fetch(document.body.dataset.index).then((answer) => answer.json()));

/** Every word must occur; a title counts ten times. Chinese has no spaces, so a word may be any part of the text in every language. */
function find(sections, words) {
  const rank = ({ title, text }) =>
    words.reduce((sum, word) => {
      const [inTitle, inText] = [title.toLowerCase().includes(word), text.toLowerCase().includes(word)];
      return inTitle || inText ? sum + (inTitle ? 10 : 1) : Number.NEGATIVE_INFINITY;
    }, 0);
  return sections
    .map((one) => ({ ...one, rank: rank(one) }))
    .filter((one) => one.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, 8);
}

async function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  list.hidden = !words.length;
  if (!words.length) return;
  const found = find(await load(), words);
  list.replaceChildren(
    ...found.map(({ page, anchor, title, heading }) => {
      const item = document.createElement('li');
      const link = Object.assign(document.createElement('a'), {
        href: `${page}.html#${anchor}`,
        textContent: title,
      });
      const small = Object.assign(document.createElement('small'), { textContent: heading });
      link.append(small);
      item.append(link);
      return item;
    }),
  );
  if (!found.length)
    list.append(Object.assign(document.createElement('li'), { textContent: document.body.dataset.none }));
}
field.addEventListener('input', show);
addEventListener('keydown', (event) => {
  if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === 'Escape') list.hidden = true;
});
