import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { ScreenLack } from '../../contract/buying/screens';
import { socketsOf } from '../http/security';
import type { Gateway } from '../kernel/gateway';
import { escapeHtml } from '../kernel/html';
import { type Locale, localeOf, translate } from '../kernel/messages';
import { liveAddress, screenAddress } from '../screen/ticket';
import { isLive, lackOf, watchedMachines } from '../screen/watched-machines';
import { endWatch } from '../screen/watches/end';
import { enter, entryOf, pageOf } from '../screen/watches/tickets';
import { originOf } from '../settings/partner-origins';
import { ancestorsOf, hashOf, sendDocument } from './documents';
import { lookOf } from './look';
import { assertOwnDocument, posted, readFiles, takeText } from './own-document';
import { partnerOf } from './state';

/** The configuration that the script of the page reads (`src/watch/main.ts`). */
interface WatchConfig {
  /** Names the page to the gateway. */
  key: string;
  /** Milliseconds until the watching ends. */
  left: number;
  words: Record<'connecting' | 'late' | 'offline' | 'ended' | 'left', string>;
}

/** The answer to the script: where the picture is, or that the watching is over, or shown by another page. */
interface WatchAnswer {
  state: 'open' | 'over';
  url?: string;
  live?: string;
  lack?: ScreenLack;
}

const act = v.strictObject({ act: v.picklist(['look', 'end']), key: v.pipe(v.string(), v.maxLength(600)) });

const wordsOf = (locale: Locale): WatchConfig['words'] => ({
  connecting: translate(locale, 'watchConnecting'),
  late: translate(locale, 'watchLate'),
  offline: translate(locale, 'watchOffline'),
  ended: translate(locale, 'watchEnded'),
  left: translate(locale, 'watchLeft', { time: '%' }),
});

/** The document in a partner's support page; without a configuration it says only that it is over. */
function watchPage(
  files: { script: string; sheet: string },
  { locale, sheet, config }: { locale: Locale; sheet: string; config?: WatchConfig },
): string {
  const word = (name: Parameters<typeof translate>[1]) => escapeHtml(translate(locale, name));
  const meta = config ? `<meta name="cloudphone" content="${escapeHtml(JSON.stringify(config))}">` : '';
  const body = config
    ? `<p id="about">${word('watchReadOnly')} <span id="left"></span></p><div id="frame"></div>` +
      `<p role="status">${word('watchConnecting')}</p><button type="button" id="end">${word('watchEnd')}</button>`
    : `<p role="status">${word('watchEnded')}</p>`;
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<meta name="robots" content="noindex"><title>${word('watchTitle')}</title>${meta}<style>${sheet}</style></head>` +
    `<body><main><p class="brand">Cloudphone</p><h1>${word('watchTitle')}</h1>${body}</main>` +
    `${config ? `<script>${files.script}</script>` : ''}</body></html>`
  );
}

/**
 * `/watch?ticket=…`: our document in a partner's support page, which shows the screen of a cloud phone whose member has allowed it. It can only look. The page that
 * frames it is the one that was named in the question: the policy refuses others, and so does the ticket, by the address that the browser sends with it.
 */
export async function serveWatch(app: FastifyInstance, root: string, gateway: Gateway): Promise<void> {
  const { db, fileSecret, now, settings } = gateway;
  const files = readFiles(root, 'watch');
  takeText(app);

  type Opening = FastifyRequest<{ Querystring: Record<string, unknown> }>;
  app.get('/watch', async (request: Opening, reply) => {
    await gateway.requests.count(request.ip, 'member', now());
    const { headers, query } = request;
    const { locale } = lookOf(query, localeOf(headers['accept-language']));
    const { sheet } = files;
    const { referer = '', 'sec-fetch-dest': place = 'iframe' } = headers;
    const origin = place === 'iframe' && URL.canParse(referer) ? originOf(referer) : undefined;
    const row = origin ? await entryOf(gateway, `${query.ticket}`, origin) : undefined;
    const partner = row && partnerOf(settings, row.partner);
    const key = row && partner && (await enter(gateway, partner, row));
    const policy = {
      scripts: [hashOf(files.script)],
      styles: [hashOf(sheet)],
      ancestors: row ? ancestorsOf([row.origin]) : ['*'], // which says only that it is over
      connects: [socketsOf(settings)],
      more: ['img-src blob:', 'media-src blob:'],
    };
    if (!row || !key) return sendDocument(reply.code(404), policy, watchPage(files, { locale, sheet }));
    const config = { key, left: row.until.getTime() - now(), words: wordsOf(locale) };
    return sendDocument(reply, policy, watchPage(files, { locale, sheet, config }));
  });

  app.post('/watch', async (request, reply): Promise<WatchAnswer> => {
    reply.header('cache-control', 'no-store').removeHeader('access-control-allow-origin');
    assertOwnDocument(request, gateway);
    await gateway.requests.count(request.ip, 'member', now());
    const { act: wanted, key } = posted(act, request.body);
    const page = await pageOf(gateway, key);
    if (!page) return { state: 'over' };
    const { member, id, machine } = page.row;
    if (wanted === 'end') {
      await db.tx((tx) => endWatch(tx, page.row, 'partner', now()));
      return { state: 'over' };
    }
    const [phone] = await watchedMachines(db.run, member, [machine]);
    const lack = phone && lackOf(phone);
    if (!phone || lack) return { state: 'open', lack: lack ?? 'offline' };
    const permission = { machine, member, viewer: { watch: id, page: page.viewer } };
    return {
      state: 'open',
      url: screenAddress(fileSecret, permission, now()),
      ...(isLive(phone) && { live: liveAddress(fileSecret, permission, now()) }),
    };
  });
}
