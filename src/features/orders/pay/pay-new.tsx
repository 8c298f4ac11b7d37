import { useState } from 'react';
import type { Address } from '../../../contract/buying/addresses';
import { isOnline, type PaymentMethod } from '../../../contract/buying/payment-methods';
import { type OfferedMethods, offeredMethods } from '../../../contract/buying/payments';
import { type Currency, type Item, type Quote, quote as quoteCall } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { useQuery } from '../../../core/data/query';
import { asFailure } from '../../../core/http/failure';
import type { Props } from '../../../core/navigation/route';
import { removeChosen } from '../../../core/purchase/cart';
import { Button, ButtonLink } from '../../../ui/button';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { hint } from '../../../ui/field/hint';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import * as orders from '../routes';
import { stack } from '../styles';
import { isElsewhere, useContinuePayment } from './continue-payment';
import { Currencies } from './currencies';
import { useDeliveryAddress } from './delivery-address';
import { LimitHint } from './limit-hint';
import { MethodRows } from './method-rows';
import { NotPlaced } from './not-placed';
import { usePlaceOrder } from './place-order';
import { QuoteCard } from './quote-card';
import { refusalText } from './refusal-text';
import { amount } from './text';

interface New {
  params: Props<typeof orders.pay>;
  items: Item[];
}

const currencyOf = (param: string | undefined): Currency =>
  param === 'points' || param === 'cloudBeans' ? param : 'money';

/** Goods that are not ordered yet: what they cost by the server, and the ways to pay for them. */
export function PayNew({ params, items }: New) {
  const { nav, t } = useApp();
  const [currency, setCurrency] = useState(() => currencyOf(params.currency));
  const [chosen, choose] = useState<PaymentMethod>();
  const placing = usePlaceOrder();
  const { coupon, ...rest } = params;
  const couponCode = currency === 'money' ? coupon : undefined;
  const quote = useQuery(quoteCall, { items, currency, ...(couponCode && { couponCode }) });
  const refused = quote.failure?.kind === 'refused' && quote.failure;
  const [first, ...others] = items;
  const only = others.length || first?.serialNumber ? undefined : first?.productId;
  return (
    <>
      {only && !placing.busy && placing.problem !== 'doubt' && (
        <Currencies productId={only} value={currency} onChange={setCurrency} />
      )}
      {refused ? (
        <div role="alert">
          <Empty text={refusalText(refused, t)}>
            {'couponCode' in refused.problems && (
              <ButtonLink {...nav.link(orders.pay, rest)}>{t('pay.pay.withoutCoupon')}</ButtonLink>
            )}
            <Button onClick={() => nav.back()}>{t('common.back')}</Button>
          </Empty>
        </div>
      ) : (
        <Loaded of={quote}>
          {(data) => (
            <>
              <QuoteCard quote={data} />
              <Choose
                params={params}
                items={items}
                chosen={chosen}
                choose={choose}
                placing={placing}
                quote={data}
              />
            </>
          )}
        </Loaded>
      )}
    </>
  );
}

interface Choosing extends New {
  quote: Quote;
  chosen: PaymentMethod | undefined;
  choose(method: PaymentMethod): void;
  placing: ReturnType<typeof usePlaceOrder>;
}

function Choose(choosing: Choosing) {
  const { currency, total } = choosing.quote;
  const offered = useQuery(offeredMethods, { currency, ...(total > 0 && { total }) });
  return (
    <Loaded of={offered}>
      {(methods) =>
        choosing.quote.needsAddress ? (
          <ConfirmGoods methods={methods} {...choosing} />
        ) : (
          <Confirm methods={methods} {...choosing} />
        )
      }
    </Loaded>
  );
}

/** Goods that are sent wait for the address that they go to. */
function ConfirmGoods(choosing: Choosing & { methods: OfferedMethods }) {
  const sendTo = useDeliveryAddress();
  return <Loaded of={sendTo}>{() => <Confirm {...choosing} address={sendTo.address} />}</Loaded>;
}

function Confirm({
  params,
  items,
  quote,
  methods,
  chosen,
  choose,
  placing,
  address,
}: Choosing & { methods: OfferedMethods; address?: Address | undefined }) {
  const app = useApp();
  const { dialogs, nav, platform, t } = app;
  const { busy, problem, place } = placing;
  const [unstarted, setUnstarted] = useState<{ orderNo: string }>();
  const { run } = useInFlight();
  const continuePayment = useContinuePayment();
  const usable = methods.ways.filter((offered) => offered.usable);
  const method = (usable.find((offered) => offered.way === chosen) ?? usable[0])?.way;
  const sum = amount(quote.total, quote.currency, t);
  const { orderNo: _, ...same } = params;

  async function buy(method: PaymentMethod) {
    const { parts = 1 } = usable.find((offered) => offered.way === method) ?? {};
    const text = [
      t('pay.pay.by', { way: t(`orders.ways.${method}`) }),
      ...(parts > 1 ? [t('pay.pay.parts', { count: parts })] : []),
      ...(isOnline(method) && (await isElsewhere(platform)) ? [t('pay.pay.browser')] : []),
    ];
    const asks = isOnline(method) || !platform.guest; // in somebody else's page what confirms it asks
    const yes =
      !asks ||
      (await dialogs.ask({
        title: t('pay.pay.confirm', { amount: sum }),
        text: text.join(' '),
        yes: t('pay.pay.button', { amount: sum }),
        no: t('common.cancel'),
      }));
    if (!yes) return;
    const { couponCode } = quote.coupon ?? {};
    let made: { orderNo: string } | undefined;
    const prepare = async () => {
      made = await place({ items, method, shownTotal: quote.total, couponCode, addressId: address?.id });
      if (made && params.cart) removeChosen(app);
      return made?.orderNo;
    };
    await continuePayment(method, prepare).catch((error) => {
      asFailure(error);
      setUnstarted(made); // made, but its payment did not start: it waits, and is not made again here
    });
  }
  const press = async () => {
    if (method) await run(() => buy(method));
  };

  if (unstarted) {
    return (
      <div className={stack}>
        <p className={hint}>{t('pay.pay.notStarted')}</p>
        <ButtonLink kind="primary" {...nav.link(orders.pay, unstarted)}>
          {t('orders.pay.now')}
        </ButtonLink>
      </div>
    );
  }
  return (
    <>
      {quote.needsAddress && (
        <Section title={t('orders.address.title')}>
          <Cells>
            <Cell
              label={address ? `${address.username} ${address.userphone}` : t('pay.address.missing')}
              note={address && `${address.area?.names.join('') ?? ''}${address.address}`}
              onClick={() => nav.go(orders.shippingAddress, same, { replace: true })}
            />
          </Cells>
        </Section>
      )}
      <Section title={t('pay.pay.choose')}>
        <MethodRows
          methods={methods.ways}
          value={method}
          locked={busy || problem === 'doubt'}
          onChange={choose}
        />
        {!methods.ways.length && <p className={hint}>{t('pay.pay.noWay')}</p>}
        <LimitHint methods={methods} />
      </Section>
      <div className={stack}>
        {problem && <NotPlaced problem={problem} currency={quote.currency} />}
        <Button
          kind="primary"
          busy={busy}
          disabled={!method || (quote.needsAddress && !address)}
          onClick={() => void press()}
        >
          {t('pay.pay.button', { amount: sum })}
        </Button>
      </div>
    </>
  );
}
