import type Stripe from 'stripe';
import { DomainError } from '../kernel/domain-error';
import { load } from '../kernel/load';
import type { StripeSettings } from '../settings/provider-settings';
import {
  type DisputeReport,
  Forged,
  type Outcome,
  type Provider,
  type RefundReport,
  type Refunds,
  type ReturnUrls,
} from './provider';

const timeoutMs = 10_000;
/** Maximum age of a notification in seconds. */
const tolerance = 300;
/** Stripe keeps a page open for at least 30 minutes and at most a day. */
const shortest = 31 * 60_000;
const longest = 23 * 3_600_000;

/** The result of a page: paid, or expired without payment. */
function outcomeOf(page: Stripe.Checkout.Session): Outcome | undefined {
  const { client_reference_id: attempt, payment_intent: payment, amount_total: amount, currency } = page;
  if (!attempt) return;
  const paymentNo = typeof payment === 'string' ? payment : (payment?.id ?? '');
  const common = {
    attempt,
    paymentNo,
    amount: amount ?? Number.NaN,
    currency: (currency ?? '').toUpperCase(),
  };
  if (page.payment_status === 'paid') return { ...common, result: 'paid' };
  return page.status === 'expired' ? { ...common, result: 'failed' } : undefined;
}

/** The state of a refund; undefined for one that was made in Stripe's dashboard. */
function refundReport({ id, metadata, status, failure_reason }: Stripe.Refund): RefundReport | undefined {
  const refund = metadata?.refund;
  if (!refund) return;
  if (status === 'succeeded') return { refund, reference: id, result: 'done' };
  const isOver = status === 'failed' || status === 'canceled';
  if (!isOver) return { refund, reference: id, result: 'pending' };
  return { refund, reference: id, result: 'failed', problem: failure_reason ?? status ?? '' };
}

/** The meaning of a status for the money; undefined for an appeal, which the loss before it has settled. */
const disputeStates: Record<string, DisputeReport['state'] | undefined> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  prevented: 'won',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

function disputeReport(dispute: Stripe.Dispute): DisputeReport | undefined {
  const { id, payment_intent: payment, amount, reason, status, evidence_details } = dispute;
  const state = disputeStates[status];
  const paymentNo = typeof payment === 'string' ? payment : payment?.id;
  if (!state || !paymentNo) return;
  const due = evidence_details?.due_by;
  return {
    dispute: id,
    paymentNo,
    amount,
    reason: reason.replace(/_/g, ' '),
    state,
    ...(due && { deadline: due * 1000 }),
  };
}

/** Refunds to the card. A card's bank may send one back days later, which a notification reports. */
function stripeRefunds(stripe: Stripe, Sdk: typeof Stripe, unreachable: (error: unknown) => never): Refunds {
  return {
    async send({ number, orderNo, paymentNo, amount }) {
      const asked = { payment_intent: paymentNo, amount, metadata: { refund: number, orderNo } };
      try {
        const made = await stripe.refunds.create(asked, { idempotencyKey: number });
        return refundReport(made) ?? { refund: number, reference: made.id, result: 'pending' };
      } catch (error) {
        // such as more than is left of the payment, or too little on the account
        if (error instanceof Sdk.errors.StripeInvalidRequestError)
          return { refund: number, reference: '', result: 'failed', problem: error.message };
        return unreachable(error);
      }
    },

    async ask({ number, paymentNo }) {
      const { data } = await stripe.refunds
        .list({ payment_intent: paymentNo, limit: 100 })
        .catch(unreachable);
      return data.map(refundReport).find((one) => one?.refund === number);
    },
  };
}

/**
 * Cards through Stripe: its Checkout page takes the payment, and a signed webhook reports it. Amounts are fen, which are Stripe's units
 * of CNY.
 */
export function stripeCards(
  { secretKey, webhookSecret, api }: StripeSettings,
  { returnUrl, cancelUrl, now = Date.now }: ReturnUrls & { now?: () => number },
): Provider {
  const { protocol, hostname, port } = new URL(api);
  const Sdk = load('stripe') as typeof Stripe;
  const unreachable = (error: unknown): never => {
    if (error instanceof Sdk.errors.StripeError) throw new DomainError('providerUnreachable');
    throw error;
  };
  const stripe = new Sdk(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port && { port }),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return {
    sandbox: false,
    thanks: '{"received":true}',
    refunds: stripeRefunds(stripe, Sdk, unreachable),

    async start({ id, orderNo, amount, expiresAt }) {
      const until = Math.min(Math.max(expiresAt, now() + shortest), now() + longest);
      const page = await stripe.checkout.sessions
        .create(
          {
            mode: 'payment',
            client_reference_id: id,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: 'cny',
                  unit_amount: amount,
                  product_data: { name: `Cloudphone ${orderNo}` },
                },
              },
            ],
            metadata: { orderNo },
            payment_intent_data: { metadata: { orderNo, attempt: id } },
            success_url: returnUrl(orderNo),
            cancel_url: cancelUrl(orderNo),
            expires_at: Math.floor(until / 1000),
          },
          { idempotencyKey: id },
        )
        .catch(unreachable);
      if (!page.url) throw new DomainError('providerUnreachable');
      return { url: page.url, reference: page.id };
    },

    read(raw, headers, at) {
      let event: Stripe.Event;
      try {
        const signature = String(headers['stripe-signature'] ?? '');
        event = stripe.webhooks.constructEvent(raw, signature, webhookSecret, tolerance, undefined, at);
      } catch {
        throw new Forged('wrong signature');
      }
      switch (event.type) {
        case 'checkout.session.completed':
        case 'checkout.session.async_payment_succeeded':
        case 'checkout.session.expired':
          return outcomeOf(event.data.object);
        case 'refund.updated':
        case 'refund.failed':
        case 'charge.refund.updated':
          return refundReport(event.data.object);
        case 'charge.dispute.created':
        case 'charge.dispute.updated':
        case 'charge.dispute.closed':
          return disputeReport(event.data.object);
        default:
          return;
      }
    },

    async ask(_, reference) {
      if (!reference) return;
      const page = await stripe.checkout.sessions.retrieve(reference).catch(unreachable);
      // a completed page is paid, or waits for a bank; an open page has taken nothing
      return outcomeOf(page) ?? (page.status === 'open' ? 'unpaid' : undefined);
    },

    async close(_, reference) {
      if (!reference) return;
      await stripe.checkout.sessions.expire(reference).catch(unreachable);
    },
  };
}
