import type { ErrorCode, Feature, FetchToken, TokenReason, TokenResult } from '../api';
import { CloudPhoneEmbedError } from './errors';

/** Milliseconds to wait for the page's token. */
const tokenTimeout = 15_000;
/** Milliseconds before its end from which a token is not used any more. */
const margin = 5_000;

/** Our server's refusals to partners, by the name of `error`; any other name is the partner's own. */
const ours =
  /^((member|feature)_not_linked|(partner_[ud]|signature_w|clock_w|nonce_r|request_i|rate_l)\w+|(origin|feature|scope)_not_allowed)$/;

/** The tokens of one source and one feature; they are fetched once, however many embeds share them. */
export interface Broker {
  /**
   * The current token; a new one if there is none, if it has expired, if it is `bad` (just rejected by the gateway), or if `reason` is
   * 'forced'. Rejects with a `CloudPhoneEmbedError`; the next call tries again.
   */
  token(reason: TokenReason, bad?: string): Promise<string>;
  /** A new token, for an embed that starts: the current one may belong to a customer who has left. */
  begin(): Promise<string>;
  /** The subject of the last token, if the page's server names one. */
  readonly subject: string | undefined;
  /** Drops the token. Returns it, so that it can be revoked. */
  drop(): string | undefined;
}

/** `seen`: called with the subject of a token before it is used. */
export function createBroker(
  feature: Feature,
  fetchToken: FetchToken,
  timeout = tokenTimeout,
  seen: (subject: string) => void = () => {},
): Broker {
  let of: string | undefined;
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
      const answer = new Promise<TokenResult>((resolve) =>
        resolve(fetchToken({ feature, reason, signal: limit.signal })),
      );
      const given = await Promise.race([answer, timedOut]);
      const { token, expiresIn, subject } = Object(given) as TokenResult;
      // only names of fields, because a value could be a token
      if (typeof token !== 'string' || !token) throw new Error(`answered {${Object.keys(Object(given))}}`);
      if (token === bad) throw new CloudPhoneEmbedError('token_not_renewed');
      if (subject) {
        seen(subject);
        of = subject;
      }
      // as elapsed time, because clocks of phones are often wrong
      const ttlMs = Number(expiresIn) * 1000 || 0;
      if (!ttlMs)
        console.warn(`Cloudphone: no expiresIn in {${Object.keys(given)}}: each call fetches a token`);
      if (mine === era) now = { token, until: performance.now() + Math.max(ttlMs - margin, ttlMs / 2) };
      return token;
    } catch (error) {
      if (error instanceof CloudPhoneEmbedError) throw error;
      const { status, error: name, message, connectUrl } = Object(error);
      const otherwise = /^40[13]$/.test(status) ? 'host_session_required' : 'token_fetch_failed';
      const code: ErrorCode = ours.test(name) ? name : otherwise;
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

  const ask = (reason: TokenReason, bad?: string) => {
    inFlight ??= mint(reason, bad).finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  };
  return {
    token(reason, bad) {
      const old = now && (now.token === bad || now.until < performance.now());
      if (now && !old && reason !== 'forced') return Promise.resolve(now.token);
      return ask(now && reason === 'use' ? 'expired' : reason, bad);
    },
    begin: () => ask('use'),
    get subject() {
      return of;
    },
    drop() {
      const token = now?.token;
      now = undefined;
      era++;
      return token;
    },
  };
}

/** Requests a token from the page's own server (`token-endpoint`), with its cookies, because that server knows the signed-in customer. */
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
    const text = await response.text();
    let answer = {}; // the fields of our server's refusal: `error`, `message`
    try {
      answer = JSON.parse(text);
    } catch {
      if (ok) throw new Error(`${url} answered ${text.slice(0, 15)}…, no JSON`);
    }
    if (ok) return answer as TokenResult;
    throw Object.assign(new Error(`${url} answered`), answer, { status });
  };

/** The brokers of a page, by the source of their tokens. A page's own function is kept only as long as the page keeps it. */
export interface Brokers {
  of(feature: Feature, source: FetchToken | string): Broker;
  /** Drops all brokers; each embed drops its token. */
  clear(): void;
}

/** `switched`: called when a source returns tokens of another customer, with the previous one. */
export function createBrokers(switched: (before: string) => void = () => {}): Brokers {
  let byFunction = new WeakMap<FetchToken, Map<Feature, Broker>>();
  let subjects = new WeakMap<FetchToken, string>();
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
      const requested = fetchToken;
      const seen = (subject: string) => {
        const before = subjects.get(requested);
        subjects.set(requested, subject);
        if (before && before !== subject) switched(before);
      };
      const broker = mine.get(feature) ?? createBroker(feature, requested, tokenTimeout, seen);
      byFunction.set(fetchToken, mine.set(feature, broker));
      return broker;
    },
    clear() {
      byFunction = new WeakMap();
      subjects = new WeakMap();
    },
  };
}
