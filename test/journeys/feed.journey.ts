import { listMessages } from '../../src/contract/support/messages';
import { addPost } from '../../src/contract/video/circle';
import { arrive, callAs, expect, openSignedIn, ownMember, screen, test } from './support/journey';

const feed = 'pages/tabbar/dynamic';
const post = 'pages/list/post';
const settings = 'pages/mine/settings';
const muted = 'pages/list/mutedMembers';

test('a member likes a post, comments on it, deletes the comment, mutes its author and takes that back', async ({
  page,
}) => {
  const [writer, reader] = [ownMember('new'), ownMember('new')];
  const text = `Hello from ${writer.account} #${writer.account}`;
  await callAs(writer, addPost, { text, requestKey: crypto.randomUUID() });
  await openSignedIn(page, reader, `/#/${feed}`);
  await arrive(page, feed);
  const card = screen(page, feed)
    .getByRole('article')
    .filter({ hasText: `Hello from ${writer.account}` });
  const like = card.getByRole('button', { name: /^Like the post/ });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toHaveText('1');
  await card.getByRole('button', { name: `#${writer.account}` }).click();
  await expect(screen(page, feed).getByRole('heading', { name: `#${writer.account}` })).toBeVisible();
  await expect(screen(page, feed).getByRole('article')).toHaveCount(1);
  await card.getByRole('link', { name: /^Comments on the post/ }).click();
  await arrive(page, post);
  await screen(page, post).getByLabel('Write a comment').fill('Well done');
  await screen(page, post).getByRole('button', { name: 'Send' }).click();
  const comment = screen(page, post).getByRole('listitem').filter({ hasText: 'Well done' });
  await expect(comment).toBeVisible();
  await expect(screen(page, post).getByLabel('Write a comment')).toHaveValue('');
  const { items } = await callAs(writer, listMessages, {});
  expect(items[0]?.text).toContain('commented on your post: Well done');
  await comment.getByRole('button', { name: /^Options of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click();
  await expect(comment).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`/#/${feed}`);
  await arrive(page, feed);
  await card.getByRole('button', { name: /^Options of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Mute/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: /^Mute/ }).click();
  await expect(card).toHaveCount(0);
  await page.goto(`/#/${settings}`);
  await screen(page, settings).getByRole('link', { name: 'Muted people' }).click();
  await arrive(page, muted);
  await screen(page, muted).getByRole('button', { name: 'Unmute' }).click();
  await expect(screen(page, muted).getByText("You haven't muted anybody.")).toBeVisible();
});

test('a member opens the posts of an author, follows them there, and returns to all posts', {
  tag: '@rarely',
}, async ({ page }) => {
  const [writer, reader] = [ownMember('new'), ownMember('new')];
  const texts = ['First', 'Second'].map((word) => `${word} of ${writer.account}`);
  for (const text of texts) await callAs(writer, addPost, { text, requestKey: crypto.randomUUID() });
  await openSignedIn(page, reader, `/#/${feed}`);
  await arrive(page, feed);
  const card = screen(page, feed).getByRole('article').filter({ hasText: texts[1]! });
  const name = await card.getAttribute('aria-label');
  await card.getByRole('link', { name: name!, exact: true }).click();
  await expect(screen(page, feed).getByRole('heading', { name: name! })).toBeVisible();
  await expect(screen(page, feed).getByRole('article')).toHaveCount(2);
  await screen(page, feed).getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(screen(page, feed).getByRole('button', { name: 'Unfollow', exact: true })).toBeVisible();
  // and the menu of each of their posts says so
  await screen(page, feed)
    .getByRole('article')
    .last()
    .getByRole('button', { name: /^Options of/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('button', { name: `Unfollow ${name}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await screen(page, feed).getByRole('link', { name: 'Show all posts' }).click();
  await screen(page, feed).getByRole('tab', { name: 'Following' }).click();
  await expect(screen(page, feed).getByRole('article')).toHaveCount(2);
});
