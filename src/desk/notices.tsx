import { createElement, type ReactNode, useState } from 'react';
import type { RichNode } from '../contract/rules/rich';
import { localeNames, locales, tagOf } from '../contract/wire/locale';
import { uuid } from '../contract/wire/uuid';
import { ask, type Item, Refused } from './api';
import { Action, Answered, time, useAnswer, usePage } from './show';

/** A notice as members see it: the tree that the gateway made of what was written, and never its HTML. */
const drawn = (nodes: RichNode[]): ReactNode[] =>
  nodes.map((node, at) =>
    typeof node === 'string'
      ? node
      : createElement(
          node[0],
          { key: at, ...(node[2] && { href: node[2], target: '_blank', rel: 'noreferrer' }) },
          ...drawn(node[1]),
        ),
  );

/** What members are told, and something new: seen as they will see it before it is published. */
export function Notices() {
  const { language } = usePage();
  const answer = useAnswer('notices');
  return (
    <>
      <NewNotice after={answer.reload} />
      <Answered of={answer}>
        {({ items }) => (
          <ul className="cards">
            {items.map((notice: Item) => (
              <li key={notice.id}>
                <h2>{notice.title}</h2>
                <time dateTime={notice.publishedAt}>{time(notice.publishedAt, language)}</time>
                {!notice.withdrawnAt && (
                  <p className="row">
                    <Action
                      label="withdraw"
                      danger
                      about={notice.title}
                      run={() => ask(`notices/${encodeURIComponent(notice.id)}/withdraw`, {})}
                      after={answer.reload}
                    />
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </>
  );
}

function NewNotice({ after }: { after(): void }) {
  const { t, language } = usePage();
  const [open, setOpen] = useState(language);
  const [written, setWritten] = useState<Item>({});
  const [key, setKey] = useState(uuid);
  const [preview, setPreview] = useState<{ input: Item; texts: Item }>();
  const [problem, setProblem] = useState('');
  const valuesOf = (target: EventTarget) => {
    const form = new FormData(target as HTMLFormElement);
    const value = (name: string) => String(form.get(name) ?? '').trim();
    const texts: Item = {};
    for (const lang of localeNames)
      if (value(`title-${lang}`) || value(`html-${lang}`))
        texts[lang] = { title: value(`title-${lang}`), html: value(`html-${lang}`) };
    return { form, texts, country: value('country') };
  };
  const show = async (event: { preventDefault(): void; currentTarget: EventTarget }) => {
    event.preventDefault();
    const { form, texts, country } = valuesOf(event.currentTarget);
    const input = { texts, confirm: form.has('confirm'), ...(country && { country }) };
    try {
      setPreview({ input, texts: await ask('notices/preview', { texts }) });
      setProblem('');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setProblem(error.message || t('lost'));
    }
  };
  return (
    <details className="new">
      <summary>{t('newNotice')}</summary>
      <form
        onSubmit={show}
        onChange={({ currentTarget }) => {
          setPreview(undefined);
          setWritten(valuesOf(currentTarget).texts);
        }}
      >
        <div className="tabs" role="tablist" aria-label={t('language')}>
          {localeNames.map((lang) => (
            <button
              type="button"
              role="tab"
              key={lang}
              aria-selected={lang === open}
              onClick={() => setOpen(lang)}
            >
              {written[lang] && '✓ '}
              {locales[lang].name}
            </button>
          ))}
        </div>
        {localeNames.map((lang) => (
          <fieldset key={lang} hidden={lang !== open}>
            <legend>{locales[lang].name}</legend>
            <label>
              {t('noticeTitle')}
              <input name={`title-${lang}`} maxLength={120} />
            </label>
            <label>
              {t('text')} (HTML)
              <textarea name={`html-${lang}`} rows={5} />
            </label>
          </fieldset>
        ))}
        <label className="row">
          <input type="checkbox" name="confirm" /> {t('mustConfirm')}
        </label>
        <label>
          <select name="country" aria-label={t('toWhom')}>
            <option value="">{t('toWhom')}</option>
            <option value="cn">{t('onlyCn')}</option>
            <option value="intl">{t('onlyIntl')}</option>
          </select>
        </label>
        {problem && <p className="failed">{problem}</p>}
        <button type="submit">{t('preview')}</button>
      </form>
      {preview && (
        <>
          {localeNames.map(
            (lang) =>
              preview.texts[lang] && (
                <article key={lang} lang={tagOf(lang)} className="preview">
                  <h2>{preview.texts[lang].title}</h2>
                  {drawn(preview.texts[lang].body)}
                </article>
              ),
          )}
          <p className="row">
            <Action
              label="publish"
              about={localeNames.flatMap((lang) => preview.texts[lang]?.title ?? []).join(' · ')}
              run={() => ask('notices', { ...preview.input, requestKey: key })}
              after={() => {
                setKey(uuid());
                setPreview(undefined);
                after();
              }}
            />
          </p>
        </>
      )}
    </details>
  );
}
