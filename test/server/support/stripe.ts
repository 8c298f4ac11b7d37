import Stripe from 'stripe';
import { type Asked, answering } from './answering';
import type { RefundsOfProvider } from './provider-refunds';

const webhookSecret = 'whsec_1';

/** The settings with which a gateway uses this Stripe. */
export const stripeEnv = (url: string) => ({
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: url,
});

/** An event as Stripe sends it to the webhook of cards: signed, unless another secret is given. */
export function stripeEvent(gateway: string, type: string, object: object, secret = webhookSecret) {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  const headers = { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }) };
  return fetch(`${gateway}/pay/notice/card`, { method: 'POST', headers, body: payload });
}

interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  payment_intent: string;
  metadata: Record<string, string>;
  status: string;
  failure_reason?: string;
}

/** Stripe's refunds as its API documents them: one for each idempotency key, listed by payment. */
export function stripeRefunds(state: RefundsOfProvider) {
  const refunds: Refund[] = [];
  const answers = new Map<string, { status: number; body: string }>();
  const make = (sent: URLSearchParams): { status: number; body: string } => {
    if (state.does === 'refuses') {
      const error = {
        type: 'invalid_request_error',
        code: 'balance_insufficient',
        message: 'Too little money',
      };
      return { status: 400, body: JSON.stringify({ error }) };
    }
    const refund: Refund = {
      id: `re_${refunds.length + 1}`,
      object: 'refund',
      amount: Number(sent.get('amount')),
      payment_intent: sent.get('payment_intent') ?? '',
      metadata: { refund: sent.get('metadata[refund]') ?? '', orderNo: sent.get('metadata[orderNo]') ?? '' },
      status: state.does === 'waits' ? 'pending' : 'succeeded',
    };
    refunds.push(refund);
    state.made.push({
      number: refund.metadata.refund ?? '',
      amount: refund.amount,
      payment: refund.payment_intent,
    });
    return { status: 200, body: JSON.stringify(refund) };
  };
  return {
    refunds,
    /** Tells the gateway of a change of the newest refund. */
    tell(gateway: string, change: Partial<Refund>, secret?: string) {
      const refund = Object.assign(refunds.at(-1) ?? {}, change);
      return stripeEvent(gateway, 'refund.updated', refund, secret);
    },
    answer({ method, path, headers, body }: Asked) {
      if (!path.startsWith('/v1/refunds')) return;
      if (method === 'GET') {
        const payment = new URL(path, 'http://stripe').searchParams.get('payment_intent');
        return {
          object: 'list',
          has_more: false,
          data: refunds.filter((one) => one.payment_intent === payment),
        };
      }
      const key = String(headers['idempotency-key']);
      const answer = answers.get(key) ?? make(new URLSearchParams(body));
      answers.set(key, answer);
      return state.does === 'loses' ? { status: 500, body: '{}' } : answer;
    },
  };
}

/** Stripe on this machine: makes Checkout pages, and refunds. */
export async function openStripe(state: RefundsOfProvider) {
  const refunds = stripeRefunds(state);
  const pages: { id: string; sent: URLSearchParams }[] = [];
  const server = await answering((asked) => {
    const refund = refunds.answer(asked);
    if (refund) return refund;
    const [, id = '', ending] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(asked.path) ?? [];
    if (!id) pages.push({ id: `cs_${pages.length + 1}`, sent: new URLSearchParams(asked.body) });
    return {
      id: id || pages.at(-1)?.id,
      object: 'checkout.session',
      url: 'https://checkout.stripe.example/cs_1',
      status: ending ? 'expired' : 'open',
      payment_status: 'unpaid',
      currency: 'cny',
    };
  });
  return {
    ...server,
    ...refunds,
    /** A member pays on the newest page; answers the payment's number. */
    async pay(gateway: string) {
      const { id, sent } = pages.at(-1) ?? { id: '', sent: new URLSearchParams() };
      const attempt = sent.get('client_reference_id');
      const payment = `pi_${attempt}`;
      await stripeEvent(gateway, 'checkout.session.completed', {
        id,
        object: 'checkout.session',
        client_reference_id: attempt,
        status: 'complete',
        payment_status: 'paid',
        payment_intent: payment,
        currency: 'cny',
        amount_total: Number(sent.get('line_items[0][price_data][unit_amount]')),
      });
      return payment;
    },
  };
}
