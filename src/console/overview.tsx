import { ask, type Item } from './api';
import { Copy, Field, Form } from './form';
import { Answered, useAnswer, usePage } from './page';
import type { Word } from './words';

/** The way from a new account to live customers: each step, the screen on which it is done, and how the record shows that it is. */
const steps: [step: Word, screen: string, done: (record: Item) => boolean][] = [
  ['step.key', 'keys', ({ keys }) => keys.some(({ mode }: Item) => mode === 'test')],
  ['step.origin', 'origins', ({ origins }) => origins.some(({ mode }: Item) => mode === 'test')],
  [
    'step.token',
    'requests',
    ({ keys }) => keys.some(({ mode, lastUsedAt }: Item) => mode === 'test' && lastUsedAt),
  ],
  ['step.webhook', 'webhooks', ({ webhooks }) => webhooks > 0],
  ['step.ask', 'overview', ({ live }) => live === 'asked' || live === 'yes'],
  ['step.live', 'keys', ({ keys }) => keys.some(({ mode }: Item) => mode === 'live')],
];

function Steps({ record }: { record: Item }) {
  const { t } = usePage();
  if (steps.every(([, , done]) => done(record))) return null;
  return (
    <>
      <h2>{t('steps')}</h2>
      <ol className="steps">
        {steps.map(([step, screen, isDone]) => {
          const done = isDone(record);
          return (
            <li key={step} className={done ? 'done' : ''}>
              <span className="mark" aria-hidden="true">
                {done ? '✓' : ''}
              </span>
              <a href={`#/${screen}`}>{t(step)}</a>
              {done && <span>{t('done')}</span>}
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** Where a partner stands: its id, its gateway, what is next, and going live. */
export function Overview() {
  const { t, name, mode, role, partner } = usePage();
  const answer = useAnswer('');
  const copied = { label: t('copy'), done: t('copied') };
  return (
    <Answered of={answer}>
      {(record) => (
        <>
          <dl>
            <dt>{t('partnerId')}</dt>
            <dd>
              <code>{record.id}</code> <Copy text={record.id} {...copied} />
            </dd>
            <dt>{t('gateway')}</dt>
            <dd>
              <code>{record.gateways[mode] ?? t('noGateway')}</code>{' '}
              {record.gateways[mode] && <Copy text={record.gateways[mode]} {...copied} />}
            </dd>
            <dt>{t('liveState')}</dt>
            <dd>
              {name(`live.${record.live}`)} {record.liveAnswer}
            </dd>
          </dl>
          {!record.enabled && <p className="failed">{t('disabled')}</p>}
          <Steps record={record} />
          {role === 'owner' && (record.live === 'no' || record.live === 'refused') && (
            <>
              <h2>{t('goLive')}</h2>
              <Form
                submit={t('goLive')}
                lost={t('lost')}
                send={async (values) => {
                  await ask(`of/${partner}/go-live`, values);
                  answer.reload();
                }}
              >
                <Field name="site" label={t('site')} type="url" hint="https://shop.example" />
                <Field name="note" label={t('note')} />
              </Form>
            </>
          )}
        </>
      )}
    </Answered>
  );
}
