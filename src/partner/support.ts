import { type Account, askToWatch, openWatch, Refused, watchState } from './mint';

/**
 * The support watches a shopper's cloud phone. A real shop checks here which of its staff is signed in, and takes the name from there. `origin`: of
 * the support page.
 */
export async function support(
  account: Account,
  act: string,
  input: Record<string, unknown>,
  origin: string,
): Promise<[status: number, body: object]> {
  const text = (name: string) => String(input[name]);
  const watch = { member: text('member'), id: text('id') };
  try {
    if (act === 'ask') {
      const question = { phone: text('phone'), person: text('person'), reason: text('reason') };
      return [200, await askToWatch(account, { member: watch.member, ...question, origin })];
    }
    if (act === 'open') return [200, await openWatch(account, watch)];
    return [200, await watchState(account, { act: act === 'end' ? 'end' : 'get', ...watch })];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [error.status, error.body];
  }
}
