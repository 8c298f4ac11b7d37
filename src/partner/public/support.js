// Written by hand and served as it is. A sample of a partner's support page: behind the sign-in of the staff, which this shop does not have.
import { html, render, useEffect, useState } from '%EMBEDS%/v1/html.js';
import { localeOf, words } from './shop-words.js';

const lang = localeOf(navigator.language);
const text = words[lang].support;
document.documentElement.lang = lang;
/** Milliseconds between two looks at the customer's answer; a server can wait for the webhook watch.updated instead. */
const everyMs = 2000;

/** States in which nothing happens any more. The others are 'asked', 'allowed' and 'watching'. */
const over = ['declined', 'expired', 'ended'];

async function ask(what, body) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`/support/${what}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw answer;
  return answer;
}

function Support() {
  const [watch, setWatch] = useState();
  const [url, setUrl] = useState();
  const [refusal, setRefusal] = useState();
  const act = async (what, body) => {
    setRefusal(undefined);
    try {
      return await ask(what, body);
    } catch (error) {
      setRefusal({ message: error.message || String(error), connectUrl: error.connectUrl });
    }
  };
  const begin = async (event) => {
    event.preventDefault();
    const question = Object.fromEntries(new FormData(event.target));
    const { member } = question;
    const asked = await act('ask', question);
    setUrl(undefined);
    if (asked) setWatch({ ...asked, member });
  };
  const named = watch && { member: watch.member, id: watch.id };
  const state = watch?.state;
  const isOpen = !!state && !over.includes(state);
  useEffect(() => {
    if (!isOpen) return;
    const look = async () => {
      const now = await act('get', named);
      if (now) setWatch({ ...now, member: named.member });
    };
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [named?.id, isOpen]);
  useEffect(() => {
    if (state === 'allowed' && !url) act('open', named).then((opened) => opened && setUrl(opened.url));
  }, [state]);
  return html`
    <header>
      <h1>Demo Shop</h1>
      <span class="label">${words[lang].label}</span>
      <p>${text.about}</p>
    </header>
    <main>
      <form onSubmit=${begin}>
        <p><label>${text.customer} <select name="member"><option>demo</option><option>democn</option></select></label></p>
        <p><label>${text.phone} <input name="phone" required maxlength="60" /></label></p>
        <p><label>${text.person} <input name="person" required maxlength="60" /></label></p>
        <p><label>${text.reason} <input name="reason" required maxlength="200" /></label></p>
        <button disabled=${isOpen}>${text.ask}</button>
      </form>
      <p role="status">${state ? text.states[state] : ''}</p>
      ${refusal && html`<p role="alert">${refusal.message} ${refusal.connectUrl && html`<a href=${refusal.connectUrl}>${text.connect}</a>`}</p>`}
      ${isOpen && html`<button type="button" onClick=${async () => setWatch({ ...(await act('end', named)), member: named.member })}>${text.end}</button>`}
      ${isOpen && url && html`<p><iframe src=${`${url}&lang=${lang}`} title=${text.title} referrerpolicy="origin" width="360" height="760"></iframe></p>`}
    </main>
  `;
}

render(html`<${Support} />`, document.getElementById('shop'));
