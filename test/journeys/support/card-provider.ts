import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { refundsOfProvider } from '../../server/support/provider-refunds';
import { stripeRefunds } from '../../server/support/stripe';

export const cardSettings = (url: string) => ({
  STRIPE_SECRET_KEY: 'sk_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_API_URL: url,
});

/** Tells the gateway of a payment, as Stripe does: signed, and only after the payer has been sent on their way. */
async function tell(gateway: string, session: object): Promise<void> {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: session },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_1' });
  const headers = { 'stripe-signature': signature };
  await fetch(`${gateway}/pay/notice/card`, { method: 'POST', headers, body: payload });
}

/**
 * Stripe on this machine: makes Checkout sessions, has the page on which one pays, tells `gateway` of it and leads back, as
 * Stripe documents it.
 */
export async function openCardProvider(gateway: () => string) {
  const refunds = stripeRefunds(refundsOfProvider());
  const sessions = new Map<string, URLSearchParams>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { pathname } = new URL(request.url ?? '', url);
    const [, page, id = '', paid] = pathname.split('/');
    const asked = sessions.get(id);
    const { method = '', headers } = request;
    const refund = refunds.answer({ method, path: request.url ?? '', headers, body });
    if (refund) {
      response.setHeader('content-type', 'application/json');
      response.end('body' in refund ? refund.body : JSON.stringify(refund));
    } else if (pathname === '/v1/checkout/sessions') {
      const made = `cs_${sessions.size + 1}`;
      sessions.set(made, new URLSearchParams(body));
      response.setHeader('content-type', 'application/json');
      const open = { id: made, object: 'checkout.session', status: 'open', payment_status: 'unpaid' };
      response.end(JSON.stringify({ ...open, url: `${url}/pay/${made}`, currency: 'cny' }));
    } else if (page === 'pay' && asked && !paid) {
      response.setHeader('content-type', 'text/html');
      const form = `<form method="post" action="/pay/${id}/paid"><button>Pay by card</button></form>`;
      response.end(
        `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Checkout</title>${form}`,
      );
    } else if (page === 'pay' && asked) {
      response.writeHead(303, { location: asked.get('success_url') ?? '' }).end();
      await tell(gateway(), {
        id,
        object: 'checkout.session',
        client_reference_id: asked.get('client_reference_id'),
        status: 'complete',
        payment_status: 'paid',
        payment_intent: `pi_${id}`,
        currency: 'cny',
        amount_total: Number(asked.get('line_items[0][price_data][unit_amount]')),
      });
    } else response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise<void>((done) => void server.close(() => done())) };
}
