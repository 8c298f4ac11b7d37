// The session that the app stores too, so that one who is signed in there is signed in here.

const read = () => JSON.parse(sessionStorage.getItem('session') ?? localStorage.getItem('session') ?? 'null');

let session = read();
const listeners = new Set();

export const getSession = () => session;

export function onSession(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setSession(next) {
  session = next;
  for (const store of [sessionStorage, localStorage])
    if (next) store.setItem('session', JSON.stringify(next));
    else store.removeItem('session');
  for (const listener of listeners) listener();
}
