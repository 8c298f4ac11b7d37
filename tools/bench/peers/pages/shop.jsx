import Popup from 'antd-mobile/es/components/popup';
import SearchBar from 'antd-mobile/es/components/search-bar';
import Stepper from 'antd-mobile/es/components/stepper';
import Tabs from 'antd-mobile/es/components/tabs';
import { useState } from 'react';
import {
  Button,
  call,
  Grid,
  Image,
  money,
  NavBar,
  Rows,
  Toast,
  useList,
  useQuery,
  useTranslation,
} from '../common.js';

const categories = ['all', 'machines', 'membership', 'goods'];

function addToCart(productId, quantity) {
  const cart = JSON.parse(localStorage.getItem('peer-cart') ?? '{}');
  localStorage.setItem(
    'peer-cart',
    JSON.stringify({ ...cart, [productId]: (cart[productId] ?? 0) + quantity }),
  );
}

function Product({ of, onOpen }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="product" data-product={of.productId} onClick={() => onOpen(of)}>
      <Image src={of.picture} height={120} fit="contain" alt="" />
      <b>{of.name}</b>
      <span>
        <span className="price">{money(of.price)}</span> {of.priceBefore && <s>{money(of.priceBefore)}</s>}
      </span>
      <small className="muted">
        {of.dailyRent ? t('shop.rent', { amount: money(of.dailyRent) }) : t('shop.sold', { count: of.sold })}
      </small>
    </button>
  );
}

/** The quantity, its price as the server calculates it, and the button that puts it into the cart. */
function Buying({ of, onDone }) {
  const { t } = useTranslation();
  const [quantity, setQuantity] = useState(1);
  const items = [{ productId: of.productId, quantity }];
  const { data: quote, error } = useQuery({
    queryKey: ['txProd/quote', items],
    queryFn: ({ signal }) => call('txProd/quote', { items }, signal),
    placeholderData: (before) => before,
  });
  const add = () => {
    addToCart(of.productId, quantity);
    Toast.show({ icon: 'success', content: t('shop.added') });
    onDone();
  };
  const most = Math.min(of.stock, of.limit);
  return (
    <div className="gap">
      <h3>{of.name}</h3>
      <p>{of.description}</p>
      <p className="row">
        <span>{t('shop.quantity')}</span>
        <span className="muted">{of.stock ? t('shop.stock', { count: of.stock }) : t('shop.soldOut')}</span>
        <Stepper min={1} max={Math.max(1, most)} value={quantity} onChange={setQuantity} />
      </p>
      <p className="row">
        <span>{t('shop.total')}</span>
        <span className="price">{error?.message ?? (quote && money(quote.total))}</span>
      </p>
      <Button block color="primary" disabled={!most || !quote} onClick={add}>
        {t('shop.add')}
      </Button>
    </div>
  );
}

export default function Shop() {
  const { t } = useTranslation();
  const [category, setCategory] = useState('all');
  const [keyword, setKeyword] = useState('');
  const [open, setOpen] = useState();
  const list = useList('wcProduct/queryList', {
    ...(category !== 'all' && { category }),
    ...(keyword && { keyword }),
  });
  return (
    <>
      <NavBar back={null}>{t('tabs.shop')}</NavBar>
      <SearchBar placeholder={t('shop.search')} onSearch={setKeyword} onClear={() => setKeyword('')} />
      <Tabs activeKey={category} onChange={setCategory}>
        {categories.map((name) => (
          <Tabs.Tab key={name} title={t(`shop.${name}`)} />
        ))}
      </Tabs>
      <div className="content">
        <Rows of={list}>
          {(products) => (
            <Grid columns={2} gap={8} className="gap">
              {products.map((product) => (
                <Grid.Item key={product.productId}>
                  <Product of={product} onOpen={setOpen} />
                </Grid.Item>
              ))}
            </Grid>
          )}
        </Rows>
      </div>
      <Popup visible={!!open} closeOnMaskClick onClose={() => setOpen()}>
        {open && <Buying of={open} onDone={() => setOpen()} />}
      </Popup>
    </>
  );
}
