import { textIn } from '../contract/wire/locale';
import { fenOf, yuan } from '../contract/wire/yuan';
import { ask, type Item, Refused } from './api';
import { Action, Answered, useAnswer, usePage } from './show';

/** What is sold: price, stock, and whether it is on sale. */
export function Products() {
  const { t, language } = usePage();
  const answer = useAnswer('products');
  return (
    <Answered of={answer}>
      {({ items }) => (
        <ul className="cards">
          {items.map((product: Item) => {
            const name = textIn(product.names, language);
            const path = `products/${encodeURIComponent(product.id)}`;
            return (
              <li key={product.id}>
                <h2>
                  {name} · {yuan(product.price)}
                </h2>
                <p className="quiet">
                  {t('stock')} {product.stock} · {t('sold')} {product.sold}{' '}
                  {product.onSale && `· ${t('onSale')}`}
                </p>
                <p className="row">
                  <Action
                    label="changePrice"
                    about={`${name}: ${yuan(product.price)}`}
                    fields={[{ name: 'price', label: 'price', kind: 'amount' }]}
                    run={async ({ price = '' }) => {
                      const fen = fenOf(price);
                      if (fen === undefined) throw new Refused(400, price);
                      return ask(path, { price: fen });
                    }}
                    after={answer.reload}
                  />
                  <Action
                    label="changeStock"
                    about={`${name}: ${product.stock}`}
                    fields={[{ name: 'by', label: 'addStock', kind: 'number' }]}
                    run={({ by }) => ask(`${path}/stock`, { by: Number(by) })}
                    after={answer.reload}
                  />
                  <Action
                    label={product.onSale ? 'offSale' : 'putOnSale'}
                    danger={product.onSale}
                    about={name}
                    run={() => ask(`${path}/${product.onSale ? 'off' : 'on'}`, {})}
                    after={answer.reload}
                  />
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </Answered>
  );
}
