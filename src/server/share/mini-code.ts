import { createHash } from 'node:crypto';
import { me } from '../auth/members';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { askWechat, jsonOf, withAccessToken } from './access-token';

/** The page that the code opens: without a leading slash, and without parameters, which are in `scene`. */
const page = 'pages/web/web';
/** Pixels: enough for a poster of 720. */
const width = 430;

/** WeChat's error code if the published version lacks the page. */
const unpublished = 41030;
/** WeChat's error code for more than 5000 requests per minute. */
const tooMany = 45009;

const typeOf = (picture: Buffer): string | undefined =>
  picture.subarray(0, 3).toString('hex') === 'ffd8ff'
    ? 'image/jpeg'
    : picture.subarray(0, 4).toString('hex') === '89504e47'
      ? 'image/png'
      : undefined;

/** The launch parameter of the mini-program: an invite code. WeChat allows at most 32 letters, digits and some signs. */
const sceneOf = (inviteCode: string): string => `i=${inviteCode}`;

/** The stored picture, or WeChat's, which is then stored: a code is valid permanently. */
async function pictureOf(ctx: RequestContext, scene: string): Promise<Buffer> {
  const { db, files, now, settings } = ctx;
  const { wechatMini, wechatApi } = settings;
  if (!wechatMini) throw new DomainError('miniCodeMissing');
  const hash = createHash('sha256').update(`${wechatMini.appId} ${page} ${scene}`).digest('hex');
  const name = `mini-code-${hash}`;
  const stored = await files.get(name);
  if (stored) {
    const parts: Buffer[] = [];
    for await (const part of await stored.read()) parts.push(part as Buffer);
    return Buffer.concat(parts);
  }
  const account = { ...wechatMini, api: wechatApi };
  const picture = await withAccessToken(db.run, account, now, (access_token) =>
    askWechat(`${wechatApi}/wxa/getwxacodeunlimit?${new URLSearchParams({ access_token })}`, {
      scene,
      page,
      width,
    }),
  );
  const type = typeOf(picture);
  if (!type) {
    const code = jsonOf(picture)?.errcode;
    throw new DomainError(
      code === unpublished ? 'miniCodeUnpublished' : code === tooMany ? 'miniCodeBusy' : 'wechatUnreachable',
    );
  }
  await files.put(name, picture, type);
  return picture;
}

/** The member's own code of the mini-program, as a data URL that a page can draw. */
export async function miniCode(ctx: RequestContext): Promise<{ picture: string }> {
  const { invite_code } = await me(ctx.db.run, ctx);
  const picture = await pictureOf(ctx, sceneOf(invite_code));
  return { picture: `data:${typeOf(picture)};base64,${picture.toString('base64')}` };
}
