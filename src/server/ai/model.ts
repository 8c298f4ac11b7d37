import * as v from 'valibot';
import type { ChatMessage } from '../kernel/services';
import type { AiSettings } from '../settings/provider-settings';
import { eventData } from './event-stream';

/** Milliseconds that a model may say nothing. */
const timeoutMs = 20_000;
/** Tokens that an answer may have. */
const longestAnswer = 1500;

/** What undici and Node say of a connection that the other side has closed. */
const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
const isClosed = (error: unknown) =>
  error instanceof Error && closedCodes.has((error.cause as { code?: string } | undefined)?.code ?? '');

const chunk = v.object({
  choices: v.optional(
    v.array(
      v.object({
        delta: v.optional(v.object({ content: v.nullish(v.string()) })),
        finish_reason: v.nullish(v.string()),
      }),
    ),
    [],
  ),
});

/**
 * What a model says to the messages, piece by piece, over the OpenAI-compatible streaming protocol. Throws when it refuses,
 * does not stream, hangs up twice, says nothing for 20 s or is cut off before its end; and when `signal` aborts, which hangs up on it.
 */
export async function* modelAnswer(
  { baseUrl, key, model }: AiSettings,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
  silenceMs = timeoutMs,
): AsyncGenerator<string> {
  const connection = new AbortController();
  const hangUp = () => connection.abort(signal.reason);
  signal.addEventListener('abort', hangUp);
  if (signal.aborted) hangUp();
  let timer: NodeJS.Timeout | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => connection.abort(new Error('the model says nothing')), silenceMs);
  };
  restartTimer();
  try {
    const ask = () =>
      fetch(`${baseUrl}/chat/completions`, {
        method: 'POST',
        signal: connection.signal,
        redirect: 'error', // the key is for this address
        headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify({ model, messages, stream: true, max_tokens: longestAnswer }),
      });
    // A connection kept from the question before may be closed just when this one is sent: it was not answered, and is asked once more.
    const response = await ask().catch((error) => {
      if (isClosed(error)) return ask();
      throw error;
    });
    if (!response.ok) throw new Error(`the model answers ${response.status}`);
    if (!response.body || !/event-stream/.test(response.headers.get('content-type') ?? ''))
      throw new Error('the model does not stream');
    let ended = false;
    for await (const data of eventData(response.body)) {
      restartTimer();
      if (data === '[DONE]') return;
      const [choice] = v.parse(chunk, JSON.parse(data)).choices;
      if (choice?.delta?.content) yield choice.delta.content;
      if (choice?.finish_reason) ended = true;
    }
    if (!ended) throw new Error('the model was cut off');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', hangUp);
    connection.abort();
  }
}
