import * as v from 'valibot';
import type { ChatMessage } from '../kernel/services';
import type { AiSettings } from '../settings/provider-settings';
import { eventData } from './event-stream';

/** Milliseconds without data from the model before the request fails. */
const timeoutMs = 20_000;
/** Maximum number of tokens in an answer. */
const longestAnswer = 1500;

/** Error codes of undici and Node for a connection that the other side has closed. */
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
 * Streams the model's answer to the messages over the OpenAI-compatible protocol. Throws if the model refuses, does not stream, closes
 * the connection twice, sends nothing for 20 s or stops before the end. Aborting `signal` closes the connection and throws.
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
        redirect: 'error', // the key is for this address only
        headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify({ model, messages, stream: true, max_tokens: longestAnswer }),
      });
    // A connection kept alive from the previous question may be closed just when this request is sent. It was not answered then, so it is
    // sent once more.
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
