import { operate } from '../../../tools/operate.mjs';

/** The command line of the people who answer, in this process; throws what it says when it is refused. */
export async function operator(baseURL: string, ...words: string[]): Promise<string> {
  let said = '';
  let refused = '';
  const code = await operate(words, {
    env: { ...process.env, OPERATOR_URL: baseURL },
    out: (text: string) => (said += text),
    err: (text: string) => (refused += text),
  });
  if (code) throw new Error(`${words.join(' ')}: ${refused}`);
  return said;
}
