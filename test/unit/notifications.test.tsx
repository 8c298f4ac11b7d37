import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/support/notifications';
import * as mine from '../../src/features/mine/routes';
import { Refusal, reply, visit } from '../support/visit';

const choices = Object.fromEntries(
  calls.notificationKinds.map((kind) => [kind, { push: true, mail: false, sms: false }]),
) as calls.NotificationChoices;
const known: calls.Notifications = {
  choices,
  timeZone: 'Asia/Shanghai',
  mail: 'a***@example.com',
  pushKey: 'BPk',
  pushed: false,
};

const open = (refused = false) => {
  let now = known;
  return visit(
    mine.notifications,
    {},
    [
      reply(calls.getNotifications, () => now),
      reply(calls.saveNotifications, ({ choices, quiet }) => {
        if (refused) return new Refusal('Not now');
        const { quiet: _, ...rest } = now;
        now = { ...rest, choices, ...(quiet && { quiet }) };
        return {};
      }),
      reply(calls.subscribePush, {}),
      reply(calls.unsubscribePush, {}),
    ],
    { platform: { installation: async () => ({ isInstalled: false, system: 'ios' }) } },
  );
};
type Opened = Awaited<ReturnType<typeof open>>;
const box = ({ body }: Opened, label: string) =>
  body.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)!;
const saves = ({ sent }: Opened) =>
  sent.filter(({ path }) => path === calls.saveNotifications.path).map(({ input }) => input);

test('a member chooses by subject and way; there is no way without its contact', async () => {
  const screen = await open();
  await screen.sees('Withdrawals, top-ups');
  assert.equal([!!box(screen, 'Money: Email'), !!box(screen, 'Money: SMS')], [true, false]);
  assert.is(box(screen, 'Money: Push').checked, true);
  box(screen, 'Money: Email').click();
  await screen.until('it', () => saves(screen).length === 1);
  assert.equal(saves(screen)[0].choices.money, { push: true, mail: true, sms: false });
  assert.ok(saves(screen)[0].timeZone);
  screen.close();
});

test('security messages have no box, and the screen says that they are always on', async () => {
  const screen = await open();
  await screen.sees('Always on, by push and email');
  assert.is(screen.body.querySelectorAll('tbody input').length, calls.notificationKinds.length * 2);
  screen.close();
});

test('quiet hours begin with a night, and go again', async () => {
  const screen = await open();
  await screen.sees('No push or SMS at night');
  box(screen, 'No push or SMS at night').click();
  await screen.sees('Time zone');
  box(screen, 'No push or SMS at night').click();
  await screen.until('it', () => saves(screen).length === 2);
  assert.equal(
    saves(screen).map(({ quiet }) => quiet),
    [{ from: '22:00', to: '08:00' }, undefined],
  );
  screen.close();
});

test('a refusal of the server is shown, and the screen shows the valid settings', async () => {
  const screen = await open(true);
  await screen.sees('Money');
  box(screen, 'News: Push').click();
  await screen.sees('Not now');
  await screen.until('it', () => box(screen, 'News: Push').checked);
  screen.close();
});

test('a browser without push shows no switch; an iPhone shows how to use the home screen', async () => {
  const screen = await open();
  await screen.sees('See how to add Cloudphone');
  assert.not.match(screen.text(), 'Turn on push');
  screen.close();
});

test.run();
