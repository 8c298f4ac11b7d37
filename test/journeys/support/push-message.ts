import { randomUUID } from 'node:crypto';

/** Has the back office write a message to one member. */
export async function sendSupport(to: string, text: string): Promise<void> {
  const answer = await fetch(`${process.env.BASE_URL}/operator/messages`, {
    method: 'POST',
    headers: { authorization: 'Bearer dev-operator-token', 'content-type': 'application/json' },
    body: JSON.stringify({ to, text, requestKey: randomUUID() }),
  });
  if (!answer.ok) throw new Error(`The message was not sent: ${answer.status} ${await answer.text()}`);
}
