import { quoted } from './printable.mjs';

/** @typedef {{ member: string, from: 'desk' | 'member', text?: string, picture?: string, at: string }} ChatMessage */
/** @typedef {(request: { path: string, body?: object, file?: Buffer, type?: string }) => Promise<any>} Ask Sends a request to the desk. */

/**
 * One message of a conversation on one line.
 * @param {ChatMessage} message
 */
export const chatLine = ({ member, from, text, picture, at }) =>
  `${new Date(at).toLocaleString('sv')}  ${member}${from === 'desk' ? ' ← desk' : ''}: ${[text && quoted(text), picture].filter(Boolean).join(' ')}`;

/**
 * Prints the messages of all conversations as they arrive, until the process is stopped. A lost connection is retried; messages from the
 * meantime are printed then, once.
 * @param {Ask} ask
 */
export async function follow(ask) {
  let followed;
  for (let failures = 0; ; ) {
    try {
      const { items, ...next } = await ask({ path: 'conversations/follow', body: { followed } });
      if (!followed) process.stderr.write('Following all conversations; ctrl-C ends it.\n');
      for (const item of items) console.log(chatLine(item));
      followed = next;
      failures = 0;
    } catch (error) {
      const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
      if (!followed || status < 500) throw error; // never signed in, or refused
      await new Promise((rest) => setTimeout(rest, Math.min(15_000, 500 * 2 ** failures++)));
    }
  }
}
