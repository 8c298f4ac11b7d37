import type { Feature, FetchToken, TokenReason, TokenResult } from '../api';
import { CloudPhoneEmbedError } from './errors';

/** Milliseconds that a page may take to fetch a token. */
export const tokenTimeout = 15_000;
/** Milliseconds before its end at which a token is not used any more. */
const margin = 5_000;

/** The tokens of one way of fetching them and one feature; however many embeds share it, each is fetched once. */
export interface Broker {
  /**
   * The present token; a new one when there is none, it has run out, it is `bad` (the gateway has just refused it), or
   * `reason` is 'forced'. Rejects with a `CloudPhoneEmbedError`; the next call tries again.
   */
  token(reason: TokenReason, bad?: string): Promise<string>;
  /** Forgets the token. Answers it, so that it can be revoked. */
  drop(): string | undefined;
}

export function createBroker(feature: Feature, fetchToken: FetchToken, timeout = tokenTimeout): Broker {
  let now: { token: string; until: number } | undefined;
  let inFlight: Promise<string> | undefined;
  let era = 0;

  async function mint(reason: TokenReason, bad: string | undefined): Promise<string> {
    const limit = new AbortController();
    const mine = era;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timedOut = new Promise<never>((_, fail) => {
      timer = setTimeout(() => {
        fail(new CloudPhoneEmbedError('token_timeout'));
        limit.abort();
      }, timeout);
    });
    try {
      const answer = new Promise<TokenResult>((settle) =>
        settle(fetchToken({ feature, reason, signal: limit.signal })),
      );
      const given = await Promise.race([answer, timedOut]);
      const { token, expiresIn } = Object(given) as TokenResult;
      // names only: what is in it may be a token after all
      if (typeof token !== 'string' || !token) throw new Error(`answered {${Object.keys(Object(given))}}`);
      if (token === bad) throw new CloudPhoneEmbedError('token_not_renewed');
      // in time that has passed, because the clocks of phones are often wrong
      const ttlMs = Number(expiresIn) * 1000 || 0;
      if (mine === era) now = { token, until: performance.now() + Math.max(ttlMs - margin, ttlMs / 2) };
      return token;
    } catch (error) {
      if (error instanceof CloudPhoneEmbedError) throw error;
      const { status, error: name, message, connectUrl } = Object(error);
      const code =
        name === 'member_not_linked'
          ? name
          : /^40[13]$/.test(status)
            ? 'host_session_required'
            : 'token_fetch_failed';
      throw new CloudPhoneEmbedError(code, {
        status,
        given: [message, status, name].join(' '),
        connectUrl,
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    token(reason, bad) {
      const old = now && (now.token === bad || now.until < performance.now());
      if (now && !old && reason !== 'forced') return Promise.resolve(now.token);
      inFlight ??= mint(now && reason === 'use' ? 'expired' : reason, bad).finally(() => {
        inFlight = undefined;
      });
      return inFlight;
    },
    drop() {
      const token = now?.token;
      now = undefined;
      era++;
      return token;
    },
  };
}

/** Asks the host page's own server (`token-endpoint`), with its cookies: it knows who is signed in there. */
export const endpoint =
  (url: string): FetchToken =>
  async ({ feature, reason, signal }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ feature, reason }),
      credentials: 'same-origin',
      signal,
    });
    const { ok, status } = response;
    const answer = await response.json().catch(() => ({})); // what it has of our server's refusal: `error`, `message`
    if (ok) return answer;
    throw Object.assign(new Error(`${url} answered`), answer, { status });
  };

/** The brokers of a page, by where their tokens come from. A page's own function is kept only as long as the page keeps it. */
export interface Brokers {
  of(feature: Feature, source: FetchToken | string): Broker;
  /** Forgets all brokers; each embed drops its token. */
  clear(): void;
}

export function createBrokers(): Brokers {
  let byFunction = new WeakMap<FetchToken, Map<Feature, Broker>>();
  const byAddress = new Map<string, FetchToken>();
  return {
    of(feature, source) {
      let fetchToken = source;
      if (typeof fetchToken === 'string') {
        const url = fetchToken;
        fetchToken = byAddress.get(url) ?? endpoint(url);
        byAddress.set(url, fetchToken);
      }
      const mine = byFunction.get(fetchToken) ?? new Map<Feature, Broker>();
      const broker = mine.get(feature) ?? createBroker(feature, fetchToken);
      byFunction.set(fetchToken, mine.set(feature, broker));
      return broker;
    },
    clear() {
      byFunction = new WeakMap();
    },
  };
}
