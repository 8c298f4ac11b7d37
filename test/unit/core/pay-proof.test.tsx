import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { applyWithdrawal } from '../../../src/contract/money/wallet';
import type { Send } from '../../../src/core/http/answer';
import { createPayProofs, type PayRequest } from '../../../src/core/http/pay-proof';
import { withPayProof } from '../../../src/core/http/proved-send';
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

test.run();
