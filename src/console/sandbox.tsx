import { useState } from 'react';
import { Act } from './act';
import { ask, type Item, Refused } from './api';
import { Field, Form } from './form';
import { Answered, useAnswer, usePage } from './page';

/** Acts of the platform's people or a payment provider, done for a test customer. */
export function Sandbox() {
  const { t, role, partner } = usePage();
  const [chosen, setChosen] = useState('');
  const [made, setMade] = useState<Item>();
  const answer = useAnswer(`/sandbox?mode=test${chosen && `&member=${encodeURIComponent(chosen)}`}`);
  return (
    <>
      <Answered of={answer}>
        {(found) => (
          <>
            {found.customers.length ? (
              <label>
                {t('customer')}
                <select value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
                  <option value="">–</option>
                  {found.customers.map((one: string) => (
                    <option key={one}>{one}</option>
                  ))}
                </select>
              </label>
            ) : (
              <p className="quiet">{t('noCustomers')}</p>
            )}
            {chosen && found.withdrawals && (
              <Customer key={chosen} of={found} member={chosen} reload={answer.reload} />
            )}
          </>
        )}
      </Answered>
      {role !== 'read' && (
        <>
          <h2>{t('addCustomer')}</h2>
          {made && (
            <p className="secret" role="status">
              {t('customerMade')} <code>{made.account}</code>
            </p>
          )}
          <Form
            submit={t('add')}
            lost={t('lost')}
            clears
            send={async ({ member = '', password, yuan }) => {
              const about = { mode: 'test', member, password, balance: Math.round(Number(yuan) * 100) };
              setMade(await ask(`of/${partner}/sandbox/customers`, about));
              setChosen(member);
              answer.reload();
            }}
          >
            <Field name="member" label={t('yourId')} hint={t('yourIdHint')} />
            <Field name="password" label={t('customerPassword')} hint={t('customerPasswordHint')} />
            <Field name="yuan" label={t('balanceYuan')} value="5000" />
          </Form>
        </>
      )}
    </>
  );
}

interface CustomerProps {
  of: Item;
  member: string;
  reload(): void;
}

function Customer({ of, member, reload }: CustomerProps) {
  const { t, name, role, partner } = usePage();
  const [done, setDone] = useState('');
  const act = async (input: object) => {
    const answer = await ask(`of/${partner}/sandbox/act`, { mode: 'test', input: { ...input, member } });
    if (answer.refused) throw new Refused(409, answer.refused);
    setDone(`${name(`act.${answer.act}`)}: ${answer.number ?? answer.orderNo ?? member}`);
    reload();
  };
  const things = (title: string, items: Item[], key: 'number' | 'orderNo') => (
    <>
      <h2>{title}</h2>
      {!items.length && <p className="quiet">{t('nothing')}</p>}
      <ul>
        {items.map((one) => (
          <li key={one[key]}>
            <code>{one[key]}</code>
            {one.title && <span>{one.title}</span>}
            {role !== 'read' && (
              <div className="acts">
                {one.acts.map((what: string) => (
                  <Act
                    key={what}
                    label={name(`act.${what}`)}
                    to={one[key]}
                    run={() => act({ act: what, [key]: one[key] })}
                  />
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
  return (
    <>
      {done && (
        <p role="status" className="secret">
          {t('done')}: {done}. <a href="#/webhooks">{t('seeMessages')}</a>
        </p>
      )}
      {things(t('withdrawals'), of.withdrawals, 'number')}
      {things(t('orders'), of.orders, 'orderNo')}
      {things(t('workOrders'), of.workOrders, 'number')}
      {role !== 'read' && (
        <>
          <h2>{t('notices')}</h2>
          <Form
            submit={name('act.publish')}
            lost={t('lost')}
            clears
            send={({ title, text }) => act({ act: 'publish', title, text })}
          >
            <Field name="title" label={t('noticeTitle')} />
            <Field name="text" label={t('noticeText')} />
          </Form>
          <h2>{t('time')}</h2>
          <Form
            submit={name('act.advance')}
            lost={t('lost')}
            send={({ days }) => act({ act: 'advance', days: Number(days) })}
          >
            <Field name="days" label={t('days')} hint={t('daysHint')} value="1" />
          </Form>
          <h2>{t('link')}</h2>
          <Act label={name('act.unlink')} to={member} danger run={() => act({ act: 'unlink' })} />
        </>
      )}
    </>
  );
}
