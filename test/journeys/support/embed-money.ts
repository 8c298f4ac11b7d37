import { randomUUID } from 'node:crypto';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import md5 from 'blueimp-md5';
import { embedBody } from '../../../src/contract/embed/embed';
import type { Balance } from '../../../src/contract/member/auth';
import { arrived, arrivedInFrame, embed, expect, type Host, ours, partner } from './embed-host';

const password = 'cloud2026';
export type Inside = Locator | FrameLocator;

/** The content of the wallet's embed, in either mode. */
export async function walletOf(page: Page, mode: string): Promise<Inside> {
  if (mode === 'iframe') return arrivedInFrame(page);
  await arrived(page);
  return embed(page);
}

/** Goes to the withdrawal and prepares one of so many yuan, up to the document that asks for the password. */
export async function prepare(inside: Inside, yuan: number): Promise<void> {
  await inside.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await inside.getByRole('textbox', { name: 'Amount' }).fill(String(yuan));
  const costs = inside.getByRole('status', { name: 'What it costs' });
  await expect(costs).toContainText(/You receive\s*¥\d/); // the server has answered
  await inside.getByRole('button', { name: /^Withdraw · ¥/ }).click();
  await inside.getByRole('button', { name: `Withdraw ¥${yuan}.00` }).click();
}

/** Our own document, over all of it. */
export const secured = (inside: Inside): FrameLocator => inside.locator('dialog iframe').contentFrame();

/** Its second step, with the password typed. */
export async function proceed(inside: Inside): Promise<Locator> {
  const document = secured(inside);
  await document.getByRole('button', { name: 'Continue' }).click();
  await document.getByRole('textbox', { name: 'Your Cloudphone password' }).fill(password);
  const button = document.getByRole('button', { name: /^Withdraw ¥/ });
  await button.scrollIntoViewIfNeeded(); // what is not seen cannot be pressed either
  return button;
}

/** A member's funds, as the gateway returns them for a token. */
export async function owned(host: Host, member: string): Promise<Balance> {
  const { token } = await host.mint('wallet', { member });
  const header = { uuid: randomUUID(), appid: partner, authToken: token, timestamp: Date.now() };
  const response = await fetch(`${ours}/api/txUser/balance`, {
    method: 'POST',
    body: embedBody(header, {}, 'en_US', md5),
    headers: { 'content-type': 'text/plain;charset=UTF-8', origin: host.origin },
  });
  const { body } = await response.json();
  return body;
}
