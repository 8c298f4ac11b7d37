import { createHmac, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Account, CloudphoneRefusal, client, type DeliveredMessage } from './server';

// `npx cloudphone`: webhooks on a developer's machine, and simulated events for customers in test mode.

const usage = `cloudphone listen --forward http://localhost:3000/webhooks
  Sends each new webhook message of your partner to your machine, signed with the secret that it prints.
  --secret whsec_…   your own secret (or CLOUDPHONE_WEBHOOK_SECRET)
  --interval 1000    milliseconds between two looks

cloudphone trigger <event> --member <id> [--number <no> | --order <no>] [--state approved|rejected|remitted]
  Makes it happen in test mode. Events: withdrawal.updated, order.paid, order.refunded,
  work_order.answered, notice.published, link.ended

cloudphone advance --member <id> --days <n>
  Lets days pass for this customer in test mode.

All read CLOUDPHONE (the gateway), PARTNER and CLOUDPHONE_SECRET.`;

/** The headers of standardwebhooks for a message to the developer's machine. */
function signed(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** Messages that are new, oldest first. The list is newest first. */
async function unseen(account: Account, seen: Set<string>): Promise<DeliveredMessage[]> {
  const found: DeliveredMessage[] = [];
  for (let from: string | undefined, more = true; more; ) {
    const { items, next } = await client(account).listMessages({ from });
    const fresh = items.filter(({ id }) => !seen.has(id));
    found.push(...fresh);
    more = next !== undefined && fresh.length === items.length && items.length > 0;
    from = next;
  }
  for (const { id } of found) seen.add(id);
  return found.reverse();
}

interface Listening {
  forward: string;
  secret: string;
  intervalMs: number;
  say(line: string): void;
}

/** Forwards new messages until the program ends. If the target does not respond, this is logged and the message is not repeated. */
async function listen(account: Account, { forward, secret, intervalMs, say }: Listening) {
  const seen = new Set<string>();
  await unseen(account, seen);
  say(`Listening. Forwarding to ${forward}, signed with ${secret}`);
  for (;;) {
    const fresh = await unseen(account, seen).catch((error: Error) => {
      if (error instanceof CloudphoneRefusal && error.status < 500 && error.status !== 429) throw error;
      say(`No answer from ${account.gateway}: ${error.message}`);
      return [];
    });
    for (const { id, type, body } of fresh) {
      const text = JSON.stringify(body);
      const result = await fetch(forward, {
        method: 'POST',
        headers: signed(secret, id, text),
        body: text,
      }).then(
        ({ status }) => String(status),
        (error: Error) => `no answer (${error.message})`,
      );
      say(`${type} ${id} → ${result}`);
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}

type Given = Record<string, string | undefined>;

/** Triggers an event. */
function trigger(account: Account, event: string, { member, number, order, state }: Given): Promise<object> {
  const own = client(account);
  const need = (name: string, value: string | undefined): string => {
    if (!value) throw new Error(`${event} needs --${name}`);
    return value;
  };
  const of = () => ({ member: need('member', member) });
  const numbered = () => ({ ...of(), number: need('number', number) });
  const ordered = () => ({ ...of(), orderNo: need('order', order) });
  const acts: Record<string, () => Promise<object>> = {
    'withdrawal.updated': () =>
      state === 'rejected'
        ? own.testReject(numbered())
        : state === 'remitted'
          ? own.testRemit(numbered())
          : own.testApprove(numbered()),
    'order.paid': () => own.testPay(ordered()),
    'order.refunded': () => own.testRefund(ordered()),
    'work_order.answered': () => own.testAnswer(numbered()),
    'notice.published': () => own.testPublish(of()),
    'link.ended': () => own.testUnlink(of()),
  };
  const act = new Map(Object.entries(acts)).get(event);
  if (!act) throw new Error(`There is no event ${event}. There are: ${Object.keys(acts).join(', ')}`);
  return act();
}

async function run(args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const options = {
    forward: text,
    secret: text,
    interval: text,
    member: text,
    number: text,
    order: text,
    state: text,
    days: text,
  };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { CLOUDPHONE: gateway, PARTNER: partner, CLOUDPHONE_SECRET, CLOUDPHONE_WEBHOOK_SECRET } = process.env;
  const [command, event] = positionals;
  const isListen = command === 'listen' && values.forward;
  const isAdvance = command === 'advance' && values.member && values.days;
  if (!isListen && !isAdvance && !(command === 'trigger' && event)) throw new Error(usage);
  if (!gateway || !partner || !CLOUDPHONE_SECRET)
    throw new Error('Set CLOUDPHONE, PARTNER and CLOUDPHONE_SECRET.');
  const account = { gateway, partner, secret: CLOUDPHONE_SECRET };
  if (isAdvance) {
    const { member = '', days } = values;
    return console.log(JSON.stringify(await client(account).testAdvance({ member, days: Number(days) })));
  }
  if (!isListen) return console.log(JSON.stringify(await trigger(account, String(event), values)));
  const secret = values.secret ?? CLOUDPHONE_WEBHOOK_SECRET ?? `whsec_${randomBytes(24).toString('base64')}`;
  const intervalMs = Number(values.interval ?? 1000);
  return listen(account, { forward: String(values.forward), secret, intervalMs, say: console.log });
}

run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
