import { useState } from 'react';
import { uuid } from '../contract/wire/uuid';
import { yuan } from '../contract/wire/yuan';
import { ask, type Item } from './api';
import { Action, Answered, type Field, time, useAnswer, usePage } from './show';
import type { Word } from './words';

interface ActionSpec {
  label: Word;
  danger?: boolean;
  fields?: Field[];
  /** Only of items of which it says yes. */
  when?(item: Item): boolean;
  path(item: Item): string;
  body?(values: Record<string, string>): object;
}

interface Queue {
  path: string;
  /** The same queue in other states: what is asked for, by the word on its tab. */
  tabs?: [word: Word, query: string][];
  heading(item: Item): string;
  /** A line about it, for the question before something is done. */
  about(item: Item): string;
  facts(item: Item): [name: string, value: unknown][];
  pictures?(item: Item): string[];
  actions: ActionSpec[];
}

const id = (item: Item) => encodeURIComponent(item.id ?? item.number);
const reject: Omit<ActionSpec, 'path'> = {
  label: 'reject',
  danger: true,
  fields: [{ name: 'reason', label: 'reason', kind: 'words' }],
  body: ({ reason }) => ({ reason }),
};

export const queues: Record<string, Queue> = {
  withdrawals: {
    path: 'withdrawals',
    tabs: [
      ['applied', 'status=applied'],
      ['approved', 'status=approved'],
      ['remitted', 'status=remitted'],
    ],
    heading: (w) => `${w.member} · ${yuan(w.amount)}`,
    about: (w) => `${w.number}: ${w.remit} → ${w.to.holder}, ${w.to.number}`,
    facts: (w) => [
      ['№', w.number],
      [
        '→',
        `${w.remit} · ${[w.to.holder, w.to.bank, w.to.branch, w.to.country, w.to.swift, w.to.number].filter(Boolean).join(' · ')}`,
      ],
      ['', w.remark],
      ['', w.reference],
    ],
    actions: [
      { label: 'approve', when: (w) => w.status === 'applied', path: (w) => `withdrawals/${id(w)}/approve` },
      {
        label: 'remit',
        when: (w) => w.status === 'approved',
        fields: [{ name: 'reference', label: 'reference' }],
        path: (w) => `withdrawals/${id(w)}/remit`,
        body: ({ reference }) => ({ reference }),
      },
      {
        ...reject,
        when: (w) => w.status === 'applied' || w.status === 'approved',
        path: (w) => `withdrawals/${id(w)}/reject`,
      },
    ],
  },
  remittances: {
    path: 'remittances',
    heading: (r) => `${r.member} · ${yuan(r.amount)}`,
    about: (r) => `${yuan(r.amount)} · ${r.member} · ${r.orderNo ?? ''}`,
    facts: (r) => [
      ['№', r.orderNo],
      ['☎', r.phone],
      ['=', r.sameAs],
    ],
    pictures: (r) => [r.voucher],
    actions: [
      { label: 'approve', path: (r) => `remittances/${id(r)}/approve` },
      { ...reject, path: (r) => `remittances/${id(r)}/reject` },
    ],
  },
  declarations: {
    path: 'declarations',
    heading: (d) => `${d.member} · ${yuan(d.amount)}`,
    about: (d) => `${d.customer} · ${d.quantity} × · ${yuan(d.amount)}`,
    facts: (d) => [
      ['', `${d.customer} · ${d.phone}`],
      ['×', d.quantity],
      ['', d.remark],
    ],
    pictures: (d) => d.attachment,
    actions: [
      {
        label: 'approve',
        fields: [{ name: 'result', label: 'remark', kind: 'words', optional: true }],
        path: (d) => `declarations/${id(d)}/approve`,
        body: ({ result }) => (result ? { result } : {}),
      },
      { ...reject, path: (d) => `declarations/${id(d)}/reject` },
    ],
  },
  proposals: {
    path: 'proposals',
    heading: (p) => `${p.action.replace(/\/:\w+/, '')} · ${p.amount === undefined ? '' : yuan(p.amount)}`,
    about: (p) => `${p.action} ${p.target} ${p.amount === undefined ? '' : yuan(p.amount)} (${p.by})`,
    facts: (p) => [
      ['№', p.target],
      ['', p.by],
      ['', p.input.reason],
    ],
    actions: [
      { label: 'grant', path: (p) => `proposals/${id(p)}/grant` },
      { label: 'refuse', danger: true, path: (p) => `proposals/${id(p)}/refuse` },
    ],
  },
};

const sinceOf = (item: Item): string | undefined =>
  item.appliedAt ?? item.submittedAt ?? item.since ?? item.at;

/** What waits to be decided: one card each, with all there is to know and what may be done. */
export function QueueScreen({ of }: { of: Queue }) {
  const { t, language } = usePage();
  const [tab, setTab] = useState(0);
  const query = of.tabs?.[tab]?.[1];
  const answer = useAnswer(query ? `${of.path}?${query}` : of.path, 30_000);
  return (
    <>
      {of.tabs && (
        <div className="tabs" role="tablist">
          {of.tabs.map(([word], at) => (
            <button type="button" key={word} role="tab" aria-selected={at === tab} onClick={() => setTab(at)}>
              {t(word)}
            </button>
          ))}
        </div>
      )}
      <Answered of={answer}>
        {({ items }) => (
          <ul className="cards">
            {items.map((item: Item) => (
              <li key={item.id ?? item.number}>
                <h2>{of.heading(item)}</h2>
                {sinceOf(item) && <time dateTime={sinceOf(item)}>{time(sinceOf(item) ?? '', language)}</time>}
                <dl>
                  {of
                    .facts(item)
                    .filter(([, value]) => value !== undefined && value !== null && value !== '')
                    .map(([name, value]) => (
                      <div key={`${name}${value}`}>
                        <dt>{name}</dt>
                        <dd>{String(value)}</dd>
                      </div>
                    ))}
                </dl>
                <Pictures of={of.pictures?.(item)} />
                <p className="row">
                  {of.actions
                    .filter(({ when }) => when?.(item) ?? true)
                    .map(({ label, path, body, ...more }) => (
                      <Action
                        key={label}
                        label={label}
                        {...more}
                        about={of.about(item)}
                        run={(values) => ask(path(item), body?.(values) ?? {})}
                        after={answer.reload}
                      />
                    ))}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </>
  );
}

export function Pictures({ of = [] }: { of?: string[] | undefined }) {
  if (!of.length) return null;
  return (
    <p className="pictures">
      {of.map((url) => (
        <a key={url} href={url} target="_blank" rel="noreferrer">
          <img src={`${url}&w=320`} alt="" loading="lazy" />
        </a>
      ))}
    </p>
  );
}

/** The questions of members, each with all that was said. */
export function WorkOrders() {
  const { language } = usePage();
  const answer = useAnswer('workorders', 30_000);
  const [open, setOpen] = useState<string>();
  return (
    <Answered of={answer}>
      {({ items }) => (
        <ul className="cards">
          {items.map((item: Item) => (
            <li key={item.number}>
              <button
                type="button"
                className="plain"
                aria-expanded={open === item.number}
                onClick={() => setOpen(item.number)}
              >
                <h2>{item.title}</h2>
              </button>
              <time dateTime={item.since}>
                {item.member} · {item.number} · {time(item.since, language)}
              </time>
              {open === item.number && <WorkOrder number={item.number} after={answer.reload} />}
            </li>
          ))}
        </ul>
      )}
    </Answered>
  );
}

function WorkOrder({ number, after }: { number: string; after(): void }) {
  const { language } = usePage();
  const answer = useAnswer(`workorders/${encodeURIComponent(number)}`);
  const [key] = useState(uuid);
  const path = `workorders/${encodeURIComponent(number)}`;
  return (
    <Answered of={answer}>
      {(item) => (
        <>
          <p className="said">{item.description}</p>
          <Pictures of={item.annex} />
          {item.entries.map((entry: Item) => (
            <p className="said" key={entry.at}>
              <b>{entry.from ?? entry.by ?? ''}</b> {entry.text} <small>{time(entry.at, language)}</small>
            </p>
          ))}
          <p className="row">
            {item.status === 0 && (
              <Action
                label="take"
                about={item.title}
                run={() => ask(`${path}/take`, {})}
                after={answer.reload}
              />
            )}
            <Action
              label="answer"
              about={`${item.member}: ${item.title}`}
              fields={[{ name: 'text', label: 'text', kind: 'words' }]}
              run={({ text }) => ask(`${path}/answer`, { text, requestKey: key })}
              after={after}
            />
          </p>
        </>
      )}
    </Answered>
  );
}
