import { operate } from '../../../tools/operate.mjs';
import type { TestGateway } from './open';

/** The operator's command line in this process: its exit code, and what it prints, or what it complains about. */
export async function operator({ url, settings }: TestGateway, ...args: string[]) {
  let said = '';
  let refused = '';
  const code = await operate(args, {
    env: { OPERATOR_URL: url, OPERATOR_TOKEN: settings.operatorToken },
    out: (text: string) => (said += text),
    err: (text: string) => (refused += text),
  });
  return { code, text: code ? refused : said };
}
