// The script of the secure document: inline, allowed by a hash in its policy. Reports the result to its opener, and receives no messages.

interface SecureConfig {
  id: string;
  opener: string;
  done?: true;
  expiresIn: number;
  back?: string;
  words: Record<'covered' | 'lost' | 'done' | 'expired' | 'cancelled', string>;
}
interface Answer {
  state: 'done' | 'cancelled' | 'sent' | 'refused' | 'ended';
  message?: string;
  problem?: string;
}

/** Milliseconds before the button can be pressed, and for which nothing may have covered it. */
const armed = 800;
const seen = 500;

const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);
const config = JSON.parse(find<HTMLMetaElement>('meta[name=cloudphone]')?.content ?? '') as SecureConfig;
const { id, words } = config;
const framed = parent !== window;
const first = find<HTMLFormElement>('#first');
const second = find<HTMLFormElement>('#second');

/** Shows an error or a status where screen readers announce it: under the field of the current step, or in place of both steps. */
function write(role: 'alert' | 'status', text: string) {
  const output = find(`form:not([hidden]) [role=${role}]`) ?? find(`main > [role=${role}]`);
  if (!output) return;
  output.textContent = text;
  if (text) output.scrollIntoView?.({ block: 'center' });
}

const notify = (state: string, more = {}) => {
  if (framed) parent.postMessage({ cp: 'secure', v: 1, id, state, ...more }, config.opener);
};

let over = false;
function end(state: 'done' | 'cancelled' | 'expired', message = words[state]) {
  if (over) return;
  over = true;
  first?.remove();
  second?.remove();
  write('alert', state === 'expired' ? message : '');
  write('status', state === 'expired' ? '' : message);
  notify(state);
  if (!framed && config.back && state !== 'expired') location.replace(config.back);
}

async function post(body: object): Promise<Answer> {
  try {
    const response = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
      body: JSON.stringify(body),
      credentials: 'omit',
    });
    const answer = await response.json();
    return response.ok ? answer : { state: 'refused', message: answer.message ?? words.lost };
  } catch {
    return { state: 'refused', message: words.lost };
  }
}

let busy = false;

async function cancel() {
  if (busy) return; // a request in flight cannot be canceled
  busy = true;
  const { state } = await post({ act: 'cancel' });
  end(state === 'done' ? 'done' : 'cancelled');
}

interface Form {
  first: HTMLFormElement;
  second: HTMLFormElement;
  password: HTMLInputElement;
  button: HTMLButtonElement;
}

/**
 * Whether anything covers, fades or moves the button, in engines that can detect it (IntersectionObserver v2). In others the typed
 * password is the protection, because a click cannot trick anybody into typing it. `changed` is called when the result may have changed.
 */
function createCover(button: HTMLButtonElement, changed: () => void) {
  let watched = false;
  /** Since when, by the page's clock, nothing has covered the button; `undefined` while something does. */
  let clear: number | undefined;
  return {
    isClear: () => !watched || (clear !== undefined && performance.now() - clear >= seen),
    watch() {
      const tells =
        'IntersectionObserverEntry' in window && 'isVisible' in IntersectionObserverEntry.prototype;
      if (!tells) return;
      watched = true;
      const options = { threshold: [1], trackVisibility: true, delay: 100 };
      new IntersectionObserver((entries) => {
        const { isVisible } = entries[entries.length - 1] as IntersectionObserverEntry & {
          isVisible: boolean;
        };
        if (!isVisible) clear = undefined;
        else clear ??= performance.now();
        changed();
        setTimeout(changed, seen + 20);
      }, options).observe(button);
    },
  };
}

/** The two steps: the first leads to the second, whose button confirms. */
function begin({ first, second, password, button }: Form) {
  const cover = createCover(button, look);
  let opened = 0;

  const number = find<HTMLInputElement>('#number');
  const code = find<HTMLInputElement>('#code');
  const [byPassword, byCode] = [find('#by-password'), find('#by-code')];
  /** The field for the proof: the password, until a code has been sent. */
  const proof = () => (code && byCode && !byCode.hidden ? code : password);
  /** The name of the password in the request. */
  const secret = password.hasAttribute('data-pay') ? 'payPassword' : 'password';

  function look() {
    const now = performance.now();
    const uncovered = cover.isClear();
    button.disabled = busy || !proof().value || !opened || now - opened < armed || !uncovered;
    return uncovered;
  }

  function proceed(event: Event) {
    event.preventDefault();
    if (busy) return;
    write('alert', '');
    first.hidden = true;
    second.hidden = false;
    opened = performance.now();
    cover.watch();
    setTimeout(look, armed + 20);
    password.focus();
  }

  async function confirm(event: Event) {
    event.preventDefault();
    if (button.disabled || busy) return;
    if (!look()) {
      write('alert', words.covered);
      return;
    }
    busy = true;
    look();
    write('alert', '');
    second.setAttribute('aria-busy', 'true');
    const typed = proof();
    const { state, message, problem } = await post({
      act: 'confirm',
      [typed === code ? 'code' : secret]: typed.value,
      ...(number?.value.trim() && { number: number.value }),
    });
    busy = false;
    second.removeAttribute('aria-busy');
    if (state === 'done') return end('done');
    if (state === 'ended') return end('expired', message);
    if (problem === 'number') {
      second.hidden = true;
      first.hidden = false;
      opened = 0;
      number?.focus();
    } else {
      typed.value = '';
      typed.focus();
    }
    write('alert', message ?? words.lost);
    look();
  }

  async function send() {
    const { state, message } = await post({ act: 'send' });
    if (state !== 'sent') {
      write('alert', message ?? words.lost);
      return;
    }
    write('alert', '');
    write('status', message ?? '');
    if (byPassword) byPassword.hidden = true;
    if (byCode) byCode.hidden = false;
    code?.focus();
    look();
  }

  first.addEventListener('submit', proceed);
  second.addEventListener('submit', confirm);
  second.addEventListener('input', look);
  find('#send')?.addEventListener('click', send);
}

const password = find<HTMLInputElement>('#password');
const button = find<HTMLButtonElement>('#confirm');
if (first && second && password && button) {
  begin({ first, second, password, button });
  for (const one of Array.from(document.querySelectorAll('.cancel'))) one.addEventListener('click', cancel);
  setTimeout(() => end('expired'), config.expiresIn);
} else if (config.done) end('done');
else if (!config.expiresIn) notify('expired');

const size = () => notify('size', { h: Math.ceil(document.documentElement.getBoundingClientRect().height) });
if ('ResizeObserver' in window) new ResizeObserver(size).observe(document.documentElement);
notify('ready');
size();

export {};
