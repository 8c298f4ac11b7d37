import type { OfferedApp } from '../../contract/buying/phone-actions';
import type { ActingProvider } from '../devices/provider';
import type { Offers } from '../kernel/services';

/** Milliseconds for which all members share an answer, and for which a provider that has failed is not asked. */
const [freshMs, failedMs] = [60_000, 8_000];

/** Asks the provider for its apps, once a minute for all members. */
export function createOffers(
  provider: (ActingProvider & { sandbox: boolean }) | undefined,
  now: () => number,
  log: (error: unknown) => void,
): Offers {
  let until = 0;
  let answer: Promise<readonly OfferedApp[] | undefined> | undefined;

  async function ask(): Promise<readonly OfferedApp[] | undefined> {
    try {
      return (await provider?.offers())?.apps ?? [];
    } catch (error) {
      log(error);
      until = now() + failedMs;
      return undefined;
    }
  }
  return {
    sandbox: !!provider?.sandbox,
    apps() {
      if (answer && now() < until) return answer;
      until = now() + freshMs;
      answer = ask();
      return answer;
    },
  };
}
