/** Characters of one event. A provider that sends more is treated as broken. */
const longest = 1_000_000;

/** The data of each event of a `text/event-stream`, however its bytes are cut into chunks. */
export async function* eventData(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length > longest) throw new Error('an event without an end');
    const lines = rest.split(/\r\n|\n|\r(?!$)/); // a \r at the end may be the first half of \r\n
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      else if (line === '' && data.length) {
        yield data.join('\n');
        data = [];
      }
    }
  }
  if (rest.startsWith('data:')) data.push(rest.slice(5).replace(/^ /, ''));
  if (data.length) yield data.join('\n');
}
