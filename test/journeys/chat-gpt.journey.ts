import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { arrive, demo, expect, openDevices, ownMember, screen, test, type Who } from './support/journey';
import { startOwnGateway } from './support/own-gateway';

const path = 'pages/mine/chatGpt';

const here = (page: Page) => screen(page, path);
const log = (page: Page) => here(page).getByRole('log');
const box = (page: Page) => here(page).getByRole('textbox');
/** The turns with these words in them. */
const turn = (page: Page, words: string) => log(page).locator('> div').filter({ hasText: words });

async function openChat(page: Page, who: Who, url = '') {
  await openDevices(page, who, url);
  await page.goto(`${url}/#/${path}`);
  await arrive(page, path);
}

async function ask(page: Page, question: string) {
  await box(page).fill(question);
  await here(page)
    .getByRole('button', { name: /^(Send|发送)$/ })
    .click();
  await expect(turn(page, question)).toBeVisible();
}

test('without a model a member is answered from the help texts, told so, and led to the screen', {
  tag: '@rarely', // test/unit/chat-gpt shows help texts and their links, test/server/ai-help finds them
}, async ({ page }) => {
  await openChat(page, ownMember('new'));
  await ask(page, 'How do I withdraw money?');
  const answer = turn(page, 'How do I withdraw').last();
  await expect(answer.getByText('From the help center, not AI-generated')).toBeVisible();
  const [quote, other] = [answer.getByRole('group').first(), answer.getByRole('group').nth(1)];
  await expect(quote.getByRole('blockquote')).toContainText('Withdrawals are processed');
  await expect(other.getByRole('blockquote')).toBeHidden();
  await other.locator('summary').click();
  await expect(other.getByRole('blockquote')).toBeVisible();
  await quote.getByRole('button', { name: 'Open the screen' }).click();
  await arrive(page, 'pages/mine/balance');
  await page.goBack();
  await expect(turn(page, 'How do I withdraw').last()).toBeVisible();
});

test('the AI answers an unrelated question honestly; drafts and history survive a reload until cleared', {
  tag: '@rarely',
}, async ({ page }) => {
  await openChat(page, ownMember('new'));
  await here(page).getByRole('button', { name: 'How do I buy cloud phones?' }).click();
  await expect(turn(page, 'Buying cloud phones')).toBeVisible();
  await ask(page, 'Who won the chess championship?');
  const honest = turn(page, 'chess championship');
  await expect(honest).toContainText('No help article matches. Contact support:');
  await expect(honest.getByRole('link', { name: 'Report a problem' })).toBeVisible();
  await box(page).fill('And what about');
  await page.reload();
  await expect(honest).toContainText('No help article matches. Contact support:');
  await expect(turn(page, 'Buying cloud phones')).toHaveCount(1);
  await expect(box(page)).toHaveValue('And what about');

  await here(page).getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(honest).toHaveCount(1);
  await here(page).getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click();
  await expect(
    here(page).getByText("AI isn't available here. Ask a question to find matching help articles."),
  ).toBeVisible();
  await page.reload();
  await expect(
    here(page).getByText("AI isn't available here. Ask a question to find matching help articles."),
  ).toBeVisible();
  await expect(log(page)).toHaveCount(0);
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });
  test('a member is answered from the Chinese help texts, and led to people where they do not help', {
    tag: '@rarely',
  }, async ({ page }) => {
    await openChat(page, ownMember('chinese'));
    await ask(page, '怎么提现？');
    const answer = turn(page, '怎么提现').last();
    await expect(answer).toContainText('来自帮助中心，非 AI 生成');
    await expect(answer.getByRole('group').first()).toContainText('提现');
    await ask(page, '明天会下雨吗？');
    const honest = turn(page, '明天会下雨').last();
    await expect(honest).toContainText('没有找到相关帮助，您可以联系客服：');
    await honest.getByRole('link', { name: '在线客服' }).click();
    await arrive(page, 'pages/mine/im');
  });
});

const key = 'sk-journey-5c1f0e7b';

/** A model on this machine that speaks the OpenAI-compatible streaming protocol, and says what it is told to. */
async function startModel() {
  const asked: { authorization?: string | undefined; body: any; line: ServerResponse }[] = [];
  const server = createServer(async (request, line) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    line.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    asked.push({ authorization: request.headers.authorization, body: JSON.parse(text), line });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** The line on which this question is answered, and not one that was cut before. */
    async about(question: string) {
      const find = () =>
        asked.filter(({ body, line }) => body.messages.at(-1).content === question && !line.destroyed).at(-1);
      await expect.poll(() => !!find()).toBe(true);
      const { line, ...rest } = find()!;
      return {
        ...rest,
        say: (content: string) =>
          line.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`),
        end: () => line.end('data: [DONE]\n\n'),
        cut: () => line.destroy(),
        gone: () => line.destroyed,
      };
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.describe('with a model', () => {
  test.describe.configure({ mode: 'default' }); // one gateway for all of them
  let model: Awaited<ReturnType<typeof startModel>>;
  let gateway: { url: string; stop(): Promise<unknown> } | undefined;
  test.beforeAll(async () => {
    test.setTimeout(90_000); // a gateway that starts
    model = await startModel();
    gateway = await startOwnGateway({
      AI_BASE_URL: model.url,
      AI_MODEL: 'small',
      AI_API_KEY: key,
    });
  });
  test.afterAll(async () => {
    await gateway?.stop();
    model.stop();
  });

  /** Everything that the page receives, to be looked through at the end. */
  const received: Promise<string>[] = [];
  test.beforeEach(({ page }) => {
    received.length = 0;
    page.on('response', (response) => {
      const text = response.text().catch(() => '');
      received.push(text.then((body) => JSON.stringify(response.headers()) + body));
    });
  });
  test.afterEach(async ({ page }) => {
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    const all = [...(await Promise.all(received)), kept, await page.content()];
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter((text) => text.includes(key))).toEqual([]);
  });
  const stop = (page: Page) => here(page).getByRole('button', { name: 'Stop the answer' });

  test('an answer arrives word by word, and is still there after a reload in the middle', async ({
    page,
  }) => {
    await openChat(page, demo, gateway!.url);
    await ask(page, 'What is a rack?');
    const line = await model.about('What is a rack?');
    expect(line.authorization).toBe(`Bearer ${key}`);
    expect(line.body).toMatchObject({ model: 'small', stream: true });
    const answer = turn(page, 'What is a rack?');
    await expect(answer).toContainText('Writing…');
    line.say('A frame ');
    await expect(answer).toContainText('A frame');
    await expect(answer.locator('[aria-live=off]')).toHaveCount(1);
    line.say('that holds ');
    await expect(answer).toContainText('A frame that holds');
    await expect(stop(page)).toBeVisible();

    await page.reload();
    await expect(answer).toContainText('A frame that holds');
    line.say('<b>machines</b>.');
    line.end();
    await expect(answer).toContainText('A frame that holds <b>machines</b>.AI-generated, may be inaccurate');
    await expect(answer.locator('[aria-live=off]')).toHaveCount(0);
    await expect(stop(page)).toHaveCount(0);
    await expect(answer).toHaveCount(1);
  });

  test('a long answer is followed to its end, unless the member reads further up', {
    tag: '@rarely',
  }, async ({ page }) => {
    await openChat(page, demo, gateway!.url);
    await ask(page, 'Tell me a long story');
    const line = await model.about('Tell me a long story');
    const tell = async (from: number) => {
      for (let at = from; at < from + 60; at++) line.say(`This is line ${at} of it.\n`);
      await expect(turn(page, `line ${from + 59} of`)).toBeVisible();
    };
    /** Pixels between what is seen and the end; where the question is. */
    const place = () =>
      log(page).evaluate((one) => {
        const scroller = one.parentElement!.parentElement!;
        return {
          below: Math.round(one.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom),
          y: Math.round(one.lastElementChild!.getBoundingClientRect().top),
        };
      });
    await tell(0);
    await expect.poll(async () => (await place()).below).toBe(0);
    await log(page).evaluate((one) => {
      one.parentElement!.parentElement!.scrollTop -= 500;
    });
    await expect.poll(async () => (await place()).below).toBe(500);
    const { y } = await place();
    await tell(100);
    const now = await place();
    expect(now.below).toBeGreaterThan(1000);
    expect(Math.abs(now.y - y)).toBeLessThan(2);
    line.end();
    await expect(stop(page)).toHaveCount(0);
  });

  test('a member stops an answer: what there is stays, and the model is hung up on', {
    tag: '@rarely',
  }, async ({ page }) => {
    await openChat(page, demo, gateway!.url);
    await ask(page, 'Count to a million');
    const line = await model.about('Count to a million');
    line.say('1, 2, 3, ');
    const answer = turn(page, 'Count to a million');
    await expect(answer).toContainText('1, 2, 3,');
    await stop(page).click();
    await expect(answer).toContainText('Stopped');
    await expect.poll(line.gone).toBe(true);
    await page.reload();
    await expect(answer).toContainText('1, 2, 3,');
    await expect(answer).toContainText('Stopped');
  });

  test('a connection that is cut in the middle of an answer loses nothing of it', { tag: '@rarely' }, async ({
    page,
    context,
    told,
  }) => {
    told.expected.push(/net::ERR_/);
    await openChat(page, demo, gateway!.url);
    await ask(page, 'Name three colours');
    const line = await model.about('Name three colours');
    const answer = turn(page, 'Name three colours');
    line.say('Red, ');
    await expect(answer).toContainText('Red,');
    await context.setOffline(true);
    await expect(
      here(page).getByText("You're offline. The answer continues here once you reconnect."),
    ).toBeVisible();
    line.say('green ');
    line.say('and blue.');
    line.end();
    await expect(answer).not.toContainText('green');
    await context.setOffline(false);
    await expect(answer).toContainText('Red, green and blue.AI-generated, may be inaccurate');
    await expect(
      here(page).getByText("You're offline. The answer continues here once you reconnect."),
    ).toBeHidden();
    await expect(answer).toHaveCount(1);
  });

  test('an answer that the model cuts off keeps what there was, says so, and can be asked for again', {
    tag: '@rarely',
  }, async ({ page }) => {
    await openChat(page, demo, gateway!.url);
    await ask(page, 'Why is the sky blue?');
    const line = await model.about('Why is the sky blue?');
    line.say('Because ');
    const answer = turn(page, 'Why is the sky blue?');
    await expect(answer).toContainText('Because');
    line.cut();
    await expect(answer).toContainText('Answer interrupted');
    await answer.getByRole('button', { name: 'Ask again' }).click();
    await expect(answer).toHaveCount(2);
    await expect(answer.last()).toContainText('Writing…');
    const again = await model.about('Why is the sky blue?');
    again.say('Because of the air.');
    again.end();
    await expect(answer.last()).toContainText('Because of the air.');
    await expect(answer.first()).toContainText('Answer interrupted');
  });

  test('a second phone is refused while an answer is written, keeps its question, and asks it afterwards', {
    tag: '@rarely', // test/server/ai has two questions at once
  }, async ({ page, browser }) => {
    const other = await (await browser.newContext()).newPage();
    await openChat(other, demo, gateway!.url);
    await openChat(page, demo, gateway!.url);
    await ask(page, 'Is it late?');
    const line = await model.about('Is it late?');
    await ask(other, 'Is it early?');
    const refused = turn(other, 'Is it early?');
    await expect(refused.getByRole('alert')).toContainText('An answer is being written');
    await expect(turn(other, 'Is it late?')).toContainText('Writing…'); // now it knows
    await refused.getByRole('button', { name: 'Try again' }).click();
    line.say('Rather.');
    line.end();
    await expect(turn(other, 'Is it late?')).toContainText('Rather.');
    const next = await model.about('Is it early?');
    next.say('No.');
    next.end();
    await expect(turn(other, 'Is it early?')).toContainText('No.AI-generated, may be inaccurate');
    await expect(turn(other, 'Is it early?')).toHaveCount(1);
    await other.context().close();
  });
});
