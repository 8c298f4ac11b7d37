import { useState } from 'react';
import type { Address } from '../../../contract/buying/addresses';
import type { PaymentMethod } from '../../../contract/buying/payment-methods';
import { type OfferedMethods, offeredMethods } from '../../../contract/buying/payments';
import { type Currency, type Item, type Quote, quote as quoteCall } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { useQuery } from '../../../core/data/query';
import { asFailure } from '../../../core/http/failure';
import type { Props } from '../../../core/navigation/route';
import { removeChosen } from '../../../core/purchase/cart';
import { Button, ButtonLink } from '../../../ui/button';
import { wrongDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { hint } from '../../../ui/field/hint';
import { ActionBar } from '../../../ui/layout/action-bar';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import * as orders from '../routes';
import { stack } from '../styles';
import { confirmed } from './confirmed';
import { useContinuePayment } from './continue-payment';
import { Currencies } from './currencies';
import { useDeliveryAddress } from './delivery-address';
import { LimitHint } from './limit-hint';
import { MethodRows } from './method-rows';
import { NotPlaced } from './not-placed';
import { usePlaceOrder } from './place-order';
import { QuoteCard } from './quote-card';
import { refusalText } from './refusal-text';
import { amount, balanceAfter } from './text';

interface New {
  params: Props<typeof orders.pay>;
  items: Item[];
}

const currencyOf = (param: string | undefined): Currency =>
  param === 'points' || param === 'cloudBeans' ? param : 'money';

/** Goods that are not ordered yet: their price from the server, and the payment methods. */
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
          <Empty drawing={wrongDrawing} text={refusalText(refused, t)}>
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

/** Goods for delivery wait for the address. */
function ConfirmGoods(choosing: Choosing & { methods: OfferedMethods }) {
  const sendTo = useDeliveryAddress();
  return <Loaded of={sendTo}>{() => <Confirm {...choosing} address={sendTo.address} />}</Loaded>;
}

/** The delivery address, and the link to choose another one. */
function Destination({
  address,
  params,
}: {
  address: Address | undefined;
  params: Props<typeof orders.shippingAddress>;
}) {
  const { nav, t } = useApp();
  return (
    <Section title={t('orders.address.title')}>
      <Cells>
        <Cell
          label={address ? `${address.username} ${address.userphone}` : t('pay.address.missing')}
          note={address && `${address.area?.names.join('') ?? ''}${address.address}`}
          onClick={() => nav.go(orders.shippingAddress, params, { replace: true })}
        />
      </Cells>
    </Section>
  );
}

/** An order whose payment did not start: it waits, and is not placed again here. */
function Unstarted({ orderNo }: { orderNo: string }) {
  const { nav, t } = useApp();
  return (
    <div className={stack}>
      <p className={hint}>{t('pay.pay.notStarted')}</p>
      <ButtonLink kind="primary" {...nav.link(orders.pay, { orderNo })}>
        {t('orders.pay.now')}
      </ButtonLink>
    </div>
  );
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
  const { t } = app;
  const { busy, problem, place } = placing;
  const [unstarted, setUnstarted] = useState<{ orderNo: string }>();
  const { run } = useInFlight();
  const continuePayment = useContinuePayment();
  const usable = methods.ways.filter((offered) => offered.usable);
  const method = (usable.find((offered) => offered.way === chosen) ?? usable[0])?.way;
  const sum = amount(quote.total, quote.currency, t);
  const { orderNo: _, ...same } = params;

  async function buy(method: PaymentMethod) {
    const offered = usable.find(({ way }) => way === method);
    if (!(await confirmed(app, offered, sum))) return;
    const { couponCode } = quote.coupon ?? {};
    let made: { orderNo: string } | undefined;
    const prepare = async () => {
      made = await place({ items, method, shownTotal: quote.total, couponCode, addressId: address?.id });
      if (made && params.cart) removeChosen(app);
      return made?.orderNo;
    };
    await continuePayment(method, prepare).catch((error) => {
      asFailure(error);
      setUnstarted(made);
    });
  }
  const press = async () => {
    if (method) await run(() => buy(method));
  };

  if (unstarted) return <Unstarted {...unstarted} />;
  return (
    <>
      {quote.needsAddress && <Destination address={address} params={same} />}
      <Section title={t('pay.pay.choose')}>
        <MethodRows
          methods={methods.ways}
          value={method}
          limit={methods.limit}
          locked={busy || problem === 'doubt'}
          onChange={choose}
        />
        {!methods.ways.length && <p className={hint}>{t('pay.pay.noWay')}</p>}
        <LimitHint methods={methods} />
      </Section>
      {problem && (
        <div className={stack}>
          <NotPlaced problem={problem} currency={quote.currency} />
        </div>
      )}
      <ActionBar {...balanceAfter(methods.ways, method, quote.total, t)}>
        <Button
          kind="primary"
          busy={busy}
          disabled={!method || (quote.needsAddress && !address)}
          onClick={() => void press()}
        >
          {t('pay.pay.button', { amount: sum })}
        </Button>
      </ActionBar>
    </>
  );
}
