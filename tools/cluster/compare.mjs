/** @import { createCrowd } from './members.mjs' */

/**
 * Compares acknowledged actions with the data, and checks the books; differences are added to the crowd's `wrong`.
 * @param {ReturnType<typeof createCrowd>} crowd
 * @param {{ web: string, gatewayUrls: string[], isKept?: (picture: string) => boolean }} where the address of all gateways, and of
 * each; `isKept` is asked about pictures whose address is not good any more
 */
export async function compare({ acknowledged, members, call, wrong }, { web, gatewayUrls, isKept }) {
  /** @type {(member: typeof members[number], path: string) => Promise<any[]>} */
  const all = async (member, path) => {
    const items = [];
    for (let from; ; ) {
      const page = await call(member, path, from === undefined ? {} : { from });
      if (!page) throw new Error(`${member.account}: no ${path}`);
      items.push(...page.items);
      from = page.next;
      if (from === undefined) return items;
    }
  };
  for (const member of members) {
    const own = acknowledged.filter((one) => one.member === member);
    const kinds = /** @type {const} */ ({
      withdrawal: 'txWithdraw/list',
      order: 'txOrder/list',
      message: 'txSupport/list',
    });
    for (const [what, path] of Object.entries(kinds)) {
      const there = await all(member, path);
      for (const { id, key, revoked } of own.filter((one) => one.what === what)) {
        const same = there.filter((one) =>
          what === 'withdrawal'
            ? one.remark === key
            : what === 'message'
              ? one.key === key
              : one.orderNo === id,
        );
        if (same.length !== 1) wrong.push(`${member.account}: ${what} ${id} is there ${same.length} times`);
        if (what === 'withdrawal' && same[0] && revoked !== (same[0].status === 4))
          wrong.push(`${member.account}: withdrawal ${id} is ${revoked ? 'not ' : ''}revoked`);
      }
      if (what === 'withdrawal') {
        const keys = there.map(({ remark }) => remark);
        if (new Set(keys).size < keys.length)
          wrong.push(`${member.account}: a request key made two withdrawals`);
      }
    }
    for (const { id, key } of own.filter(({ what }) => what === 'picture'))
      for (const gateway of gatewayUrls) {
        const url = new URL(id, gateway);
        const tooOld = Number(url.searchParams.get('until')) < Date.now();
        const there = tooOld && isKept ? isKept(key) : (await fetch(url)).ok;
        if (!there) wrong.push(`${member.account}: ${gateway} has no ${id}`);
      }
  }
  const books = await fetch(`${web}/operator/ledger`, {
    headers: { authorization: 'Bearer dev-operator-token' },
  });
  const ledger = /** @type {{ inOrder: boolean }} */ (await books.json());
  if (!ledger.inOrder) wrong.push(`the ledger is not in order: ${JSON.stringify(ledger)}`);
}
