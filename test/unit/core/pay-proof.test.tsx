import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { login } from '../../../src/contract/member/auth';
import { applyWithdrawal } from '../../../src/contract/money/wallet';
import type { Send } from '../../../src/core/http/answer';
import { createPayProofs, type PayRequest } from '../../../src/core/http/pay-proof';
import { withPayProof } from '../../../src/core/http/proved-send';
import SecondStepSheet from '../../../src/features/auth/sign-in/second-step-sheet';
import PayPasswordSheet from '../../../src/features/pay-password/pay-password-sheet';
import { document, open, until } from '../ui/open';

const input = { source: 'balance', amount: 20_000, accountId: 'a', requestKey: 'k', remark: 'café 茶' };

test('the proof that the member gives is for the call that waits and for its input, to the byte', async () => {
  const proofs = createPayProofs();
  const sent: Record<string, unknown>[] = [];
  const server: Send = async (call, data) => {
    sent.push({ path: call.path, ...(data as object) });
    const isProof = call.path === 'txUser/verifyPay';
    const isProved = isProof || 'proof' in (data as object);
    return {
      res_code: isProved ? '1' : '500',
      message: '',
      ...(isProof ? { proof: 'p' } : { needs: 'payPassword' }),
    };
  };
  const answered = withPayProof(server, proofs)(applyWithdrawal, input as never);
  await until(() => !!proofs.current.value);
  await open(<PayPasswordSheet {...(proofs.current.value as PayRequest)} />, server);
  await until(() => !!document.querySelector('input'));
  const box = document.querySelector('input') as HTMLInputElement;
  box.value = '591734';
  box.dispatchEvent(new Event('input', { bubbles: true }));
  assert.is((await answered).res_code, '1');
  const [first, verified, second] = sent;
  assert.is(first?.path, applyWithdrawal.path);
  assert.equal(verified, {
    path: 'txUser/verifyPay',
    payPassword: '591734',
    call: applyWithdrawal.path,
    digest: createHash('sha256').update(JSON.stringify(input)).digest('hex'),
  });
  assert.equal(second, { path: applyWithdrawal.path, ...input, proof: 'p' });
});

test('an authenticator code goes with the call that signs in; a wrong one is refused in the sheet', async () => {
  const proofs = createPayProofs();
  const sent: Record<string, unknown>[] = [];
  const server: Send = async (_, data) => {
    sent.push(data as Record<string, unknown>);
    const { secondCode } = data as { secondCode?: string };
    if (secondCode === '123456') return { res_code: '1', message: '', token: 't' } as never;
    return { res_code: '500', message: secondCode ? 'wrong' : 'code', secondStep: 'authenticator' };
  };
  const send = withPayProof(server, proofs);
  const answered = send(login, { account: 'ann', password: 'lantern42', agreed: true });
  await until(() => !!proofs.current.value);
  await open(<SecondStepSheet {...(proofs.current.value as PayRequest)} />, send);
  const enter = (code: string) => {
    const box = document.querySelector('input') as HTMLInputElement;
    box.value = code;
    box.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true }));
  };
  await until(() => !!document.querySelector('input'));
  enter('000000');
  await until(() => /wrong/.test(document.querySelector('[role=alert]')?.textContent ?? ''));
  enter('123456');
  const { res_code, token } = (await answered) as { res_code: string; token?: string };
  assert.equal([res_code, token], ['1', 't']);
  assert.equal(sent.at(-1), { account: 'ann', password: 'lantern42', agreed: true, secondCode: '123456' });
});

test('a member who closes the second step sees the refusal that asks for it', async () => {
  const proofs = createPayProofs();
  const refused = { res_code: '500', message: 'code', secondStep: 'authenticator' };
  const answered = withPayProof(async () => refused, proofs)(login, {} as never);
  await until(() => !!proofs.current.value);
  proofs.current.value?.answer();
  assert.is((await answered).message, 'code');
});

test.run();
