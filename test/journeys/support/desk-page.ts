import { expect, type Locator, type Page } from '@playwright/test';
import { codeOf, counterAt } from '../../../src/server/kernel/totp';

/** The password of everybody who joins the desk. */
export const deskPassword = 'a long enough phrase';

/** Asks the desk's API as the person who set the gateway up would. */
export async function asOwner(url: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${url}/operator/${path}`, {
    headers: { authorization: 'Bearer dev-operator-token', 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return answer.json();
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Follows an invitation in this browser; returns the key of the person's codes. */
export async function followInvitation(page: Page, url: string, invite: string): Promise<string> {
  await page.goto(`${url}/operator/`);
  await page.getByRole('button', { name: 'I have an invitation' }).click();
  await page.getByLabel('Invitation').fill(invite);
  await page.getByRole('button', { name: 'Continue' }).click();
  const key = await page.locator('code').innerText();
  await page.getByLabel(/password of your own/).fill(deskPassword);
  await page.getByLabel('Code from your app').fill(codeOf(key, counterAt(Date.now())));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(heading(page, 'Today')).toBeVisible();
  return key;
}

/** Somebody new at the desk, who follows an invitation in this browser; returns the key of their codes. */
export async function joinDesk(page: Page, url: string, name: string, role: string): Promise<string> {
  const { invite } = await asOwner(url, 'people', { name, role });
  return followInvitation(page, url, invite);
}

/** The actions of a person on the desk's page. Each press, choice and field that is filled in is a step. */
export function handsOn(page: Page) {
  let steps = 0;
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const hands = {
    page,
    main,
    dialog,
    steps: () => steps,
    async press(target: Locator) {
      steps += 1;
      await target.click();
    },
    async type(target: Locator, text: string) {
      steps += 1;
      await target.fill(text);
    },
    /** An area, by the menu. */
    menu: (name: string) =>
      hands.press(page.getByRole('menuitem', { name: new RegExp(`^(\\d+\\s*)?${name}$`) })),
    /** A view of a list. */
    view: (name: string) => hands.press(main.getByRole('tab', { name, exact: true })),
    /** The record of a row. */
    row: (text: string) => hands.press(main.getByRole('cell', { name: text, exact: true }).first()),
    button: (name: string | RegExp) => hands.press(main.getByRole('button', { name, exact: true })),
    /** A field by its label, behind which a star may stand. */
    field: (label: string | RegExp, text: string, within: Locator = main) =>
      hands.type(
        within.getByLabel(typeof label === 'string' ? new RegExp(`^${label}\\s*\\*?$`) : label),
        text,
      ),
    async choose(label: string, option: string, within: Locator = main) {
      await hands.press(within.getByRole('combobox', { name: label }));
      await hands.press(page.getByRole('option', { name: option, exact: true }));
    },
    /** Finds a record with Ctrl+K. */
    async find(words: string, hit: string | RegExp) {
      steps += 1;
      await page.keyboard.press('Control+k');
      await hands.field(/Number, name, phone/, words, dialog);
      await hands.press(dialog.getByRole('button', { name: hit }).first());
      await expect(dialog).toHaveCount(0);
    },
    /** An action of a record, and the answers to the questions of its dialog. */
    async act(button: string, answers: Record<string, string> = {}) {
      await hands.button(button);
      for (const [label, text] of Object.entries(answers)) await hands.field(label, text, dialog);
      await hands.press(dialog.getByRole('button', { name: button, exact: true }));
      await expect(dialog).toHaveCount(0);
    },
    /** A file for a button that asks for one. */
    async file(button: string, file: Parameters<Locator['setInputFiles']>[0]) {
      steps += 1;
      const asked = page.waitForEvent('filechooser');
      await main.getByRole('button', { name: button }).click();
      await (await asked).setFiles(file);
    },
  };
  return hands;
}

export type Hands = ReturnType<typeof handsOn>;
