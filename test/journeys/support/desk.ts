import { operate } from '../../../tools/desk/operate.mjs';

/** A line of the desk's command line, in this process, answering what it asks; throws what it says when it is refused. */
export async function command(
  words: readonly string[],
  env: Record<string, string | undefined>,
  answer: (question: string) => string = () => '',
): Promise<string> {
  let said = '';
  let refused = '';
  const code = await operate([...words], {
    env,
    out: (text: string) => (said += text),
    err: (text: string) => (refused += text),
    prompt: async (question: string) => answer(question),
  });
  if (code) throw new Error(`${words.join(' ')}: ${refused}`);
  return said;
}

/** The command line of the people who answer, as in development. */
export const operator = (baseURL: string, ...words: string[]): Promise<string> =>
  command(words, { ...process.env, OPERATOR_URL: baseURL });
