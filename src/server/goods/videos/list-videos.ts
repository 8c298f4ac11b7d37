import { sql } from 'kysely';
import type * as calls from '../../../contract/video/videos';
import type * as rules from '../../../contract/video/videos.rules';
import type { Executor } from '../../db/database';
import type { Handlers } from '../../kernel/call-group';
import type { RequestContext } from '../../kernel/context';
import { DomainError } from '../../kernel/domain-error';
import { likePattern } from '../../kernel/like-pattern';
import type { Locale } from '../../kernel/messages';
import { mapPage, newestFirst } from '../../kernel/pagination';
import { everyText, textOf } from '../../kernel/texts';
import { addressOf, day } from '../../pictures/address';
import { pictureAddress } from '../../pictures/artwork/pictures';
import { ownGoods } from '../own';

/** Videos with the good that they show, and whether the member has that good. */
const videosFor = (run: Executor, member: string) =>
  run
    .selectFrom('video as v')
    .leftJoin('platform_goods as p', 'p.id', 'v.goods')
    .leftJoin('shop_goods as g', (join) =>
      join.onRef('g.platform_id', '=', 'v.goods').on('g.member', '=', member).on('g.removed_at', 'is', null),
    )
    .leftJoin('video_download as d', (join) => join.onRef('d.video', '=', 'v.id').on('d.member', '=', member))
    .selectAll('v')
    .select([
      'p.name_en',
      'p.name_zh',
      'p.texts as goods_texts',
      'p.suggested_price',
      'p.picture as goods_picture',
    ])
    .select(['g.id as own', 'g.name as own_name', 'g.price as own_price', 'd.at as downloaded_at']);

type Row = Awaited<ReturnType<ReturnType<typeof videosFor>['execute']>>[number];

const goodsName = ({ name_en, name_zh, goods_texts }: Row, locale: Locale) =>
  textOf({ name_en: name_en ?? '', name_zh: name_zh ?? '', texts: goods_texts ?? '{}' }, 'name', locale);

const videoView = (row: Row, { locale, fileSecret, now }: RequestContext): calls.Video => ({
  id: row.id,
  title: textOf(row, 'title', locale),
  length: row.length,
  size: row.size,
  picture: pictureAddress(row.picture),
  url: addressOf(fileSecret, row.file, now, day),
  ...(row.goods !== null && {
    goods: {
      platformId: row.goods,
      ...(row.own !== null && { goodsId: row.own }),
      name: row.own_name ?? goodsName(row, locale),
      price: row.own_price ?? row.suggested_price ?? 0,
      picture: pictureAddress(row.goods_picture ?? row.picture),
    },
  }),
  ...(row.downloaded_at && { downloadedAt: row.downloaded_at.toISOString() }),
  createdAt: row.created_at.toISOString(),
});

export const listing: Pick<Handlers<typeof calls, typeof rules>, 'queryVideosList' | 'getVideo'> = {
  async queryVideosList({ goodsId, categoryId, keyword, from }, ctx) {
    const { db, member } = ctx;
    const good = goodsId === undefined ? undefined : await ownGoods(db.run, member, goodsId);
    const found = videosFor(db.run, member)
      .$if(!!good, (query) => query.where('v.goods', '=', good?.platform_id ?? ''))
      .$if(!!categoryId, (query) => query.where('p.category', '=', categoryId as string))
      .$if(!!keyword, (query) =>
        query.where(
          sql<boolean>`${everyText('v', 'title')} like ${likePattern((keyword ?? '').toLowerCase())}`,
        ),
      );
    const rows = await newestFirst(found, { table: 'v', at: 'created_at', id: 'id' }, from);
    const page = mapPage(rows, (row) => videoView(row, ctx));
    if (from !== undefined) return page;
    const { total } = await found
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { ...page, total: Number(total) };
  },

  async getVideo({ id }, ctx) {
    const row = await videosFor(ctx.db.run, ctx.member).where('v.id', '=', id).executeTakeFirst();
    if (!row) throw new DomainError('videoMissing');
    return videoView(row, ctx);
  },
};
