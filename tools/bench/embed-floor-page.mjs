// The floor of the embeds: a partner's page with a wallet that was written by hand. Its own script requests a token from the partner's
// server and the balance from the gateway, and shows the same amounts. An embed needs one request more, for its loader.

const script = (/** @type {string} */ embeds) => `
const show = async () => {
  const asked = await fetch('/cp/embed-token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ feature: 'wallet', reason: 'use' }),
  });
  const { token } = await asked.json();
  const answers = await (await fetch('${embeds}/embed/v1/first', {
    method: 'POST',
    body: [token, 'p_demo', 'en_US'].join('\\n'),
  })).json();
  const { body } = answers.find(({ path }) => /balance$/i.test(path)).answer;
  const money = (fen) => '¥' + (fen / 100).toFixed(2).replace(/\\B(?=(\\d{3})+\\.)/g, ',');
  const list = document.querySelector('dl');
  for (const [name, value] of [
    ['Balance', money(body.balance)],
    ['Store balance', money(body.storeBalance)],
    ['Frozen', money(body.frozen)],
    ['Points', String(body.points)],
  ]) {
    const row = document.createElement('div');
    const term = document.createElement('dt');
    const said = document.createElement('dd');
    term.textContent = name;
    said.textContent = value;
    row.append(term, said);
    list.append(row);
  }
};
show();
`;

const style = `body{font:16px/1.5 system-ui,sans-serif}dl{min-height:425px;padding:16px;border-radius:20px;background:#fff;color:#0c1722}
dl div{display:flex;justify-content:space-between}dd{margin:0;font-weight:600}`;

/**
 * The page. `embeds`: the origin of the gateway.
 * @param {string} embeds
 */
export const embedFloorPage = (
  embeds,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>${style}</style></head><body><h1>Shop</h1><dl></dl><p>Below.</p><script>${script(embeds)}</script></body></html>`;
