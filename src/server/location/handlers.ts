import * as calls from '../../contract/member/location';
import * as rules from '../../contract/member/location.rules';
import { reserve } from '../auth/password';
import type { CallGroup } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import type { PlaceProvider } from './provider';
import { sandboxPlaces } from './sandbox';
import { tencentPlaces } from './tencent';
import { tilesAddress } from './tiles';

/** Limit of lookups by one member, because the provider charges for each. */
const questions = { max: 240, window: 3_600_000 };

const providerOf = ({ map }: RequestContext['settings']): PlaceProvider =>
  map.tencent ? tencentPlaces(map.tencent) : sandboxPlaces;

/** Asks the provider, within the limit; refused with a message if the provider does not respond. */
async function ask<T>(ctx: RequestContext, question: (provider: PlaceProvider) => Promise<T>) {
  const provider = providerOf(ctx.settings);
  await reserve(ctx, `places:${ctx.member}`, questions);
  try {
    return { found: await question(provider), sandbox: provider.sandbox };
  } catch (cause) {
    throw Object.assign(new DomainError('placesUnreachable'), { cause });
  }
}

export const locationCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async searchPlaces({ text }, ctx) {
      const { found, sandbox } = await ask(ctx, (provider) => provider.search(text));
      return { items: found, sandbox };
    },
    async placeAt(position, ctx) {
      const { found, sandbox } = await ask(ctx, (provider) => provider.at(position));
      return { ...(found && { place: found }), sandbox };
    },
    async mapTiles(_, { fileSecret, now, settings }) {
      return { tiles: tilesAddress(fileSecret, now), sandbox: !settings.map.tilesUrl };
    },
  },
};
