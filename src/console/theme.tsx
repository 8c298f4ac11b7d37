import { useEffect, useMemo, useRef, useState } from 'react';
import { type EmbedFeature, embedFeatures } from '../contract/embed/features';
import { tokenKinds } from '../contract/embed/theme-tokens';
import { ask, type Item, type Refused } from './api';
import { Copy, Form } from './form';
import { Answered, useAnswer, usePage } from './page';
import type { Preview } from './preview-messages';
import { cssOf, htmlOf, jsOf, type Look } from './theme-code';

const features = Object.keys(embedFeatures) as EmbedFeature[];
type Scheme = keyof Look;
const schemes: Scheme[] = ['light', 'dark'];
const tokens = tokenKinds.flatMap(([names, kind]) => names.split(' ').map((name) => ({ name, kind })));

/** The words that a token may be: of `/^(light|dark|auto)$/`, or the digits of `/^[01]$/`. */
function wordsOf({ source }: RegExp): string[] {
  const words = source.match(/\w+/g) ?? [];
  return words.length > 1 ? words : [...(words[0] ?? '')];
}

const hex = /^#[0-9a-f]{6}$/i;

interface TokenProps {
  name: string;
  kind: string | RegExp;
  value: string;
  set(value: string): void;
}

/** The field of a token. Empty: what the embeds have by themselves. */
function Token({ name, kind, value, set }: TokenProps) {
  const { t } = usePage();
  const id = `token-${name}`;
  return (
    <div className="token">
      <label htmlFor={id}>
        <code>--cp-{name}</code>
      </label>
      {typeof kind === 'string' ? (
        <input
          id={id}
          value={value}
          placeholder={t('ours')}
          maxLength={200}
          spellCheck={false}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
      ) : (
        <select id={id} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
          <option value="">{t('ours')}</option>
          {wordsOf(kind).map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      )}
      {kind === 'color' && (
        <input
          type="color"
          aria-label={`${t('pick')} --cp-${name}`}
          value={hex.test(value) ? value : '#808080'}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
    </div>
  );
}

interface FrameProps {
  /** Where the page with the embed is; empty for here. */
  gateway: string;
  feature: EmbedFeature;
  theme: Record<string, string>;
  scheme: Scheme;
  says(scheme: Scheme, text: string): void;
}

/** A real embed of test mode, in a page of the gateway whose members are test members. */
function Frame({ gateway, feature, theme, scheme, says }: FrameProps) {
  const { t, name, partner, language } = usePage();
  const frame = useRef<HTMLIFrameElement>(null);
  const show = useMemo(
    (): Preview['show'] => ({ feature, partner, locale: language, theme, scheme }),
    [feature, partner, language, theme, scheme],
  );
  const { origin } = new URL(gateway, location.href);
  useEffect(() => {
    const tell = (what: Preview['hears']) => frame.current?.contentWindow?.postMessage(what, origin);
    // not with every letter that is typed
    const timer = setTimeout(() => tell({ show }), 150);
    const hear = ({ source, data }: MessageEvent<Preview['tells']>) => {
      if (source !== frame.current?.contentWindow) return;
      if ('says' in data) return says(scheme, data.says);
      if (data.asks === 'what to show') return tell({ show });
      ask(`of/${partner}/preview?mode=test&feature=${data.feature}`).then(
        (token) => tell({ token }),
        (error: Refused) => says(scheme, error.message || t('lost')),
      );
    };
    addEventListener('message', hear);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', hear);
    };
  }, [show, origin, partner, scheme, says, t]);
  return (
    <figure>
      <figcaption>{name(`scheme.${scheme}`)}</figcaption>
      <iframe
        ref={frame}
        src={`${gateway}/preview`}
        title={`${t('preview')}: ${name(`scheme.${scheme}`)}`}
        className={scheme}
      />
    </figure>
  );
}

const without = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim()));

function Code({ title, text }: { title: string; text: string }) {
  const { t } = usePage();
  return (
    <section className="code">
      <h3>
        {title} <Copy text={text} label={t('copy')} done={t('copied')} />
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}

interface PickProps<One extends string> {
  label: string;
  value: One;
  of: readonly One[];
  /** The prefix of their messages. */
  name: string;
  pick(one: One): void;
}

function Pick<One extends string>({ label, value, of, name: kind, pick }: PickProps<One>) {
  const { name } = usePage();
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => pick(currentTarget.value as One)}
    >
      {of.map((one) => (
        <option key={one} value={one}>
          {name(`${kind}.${one}`)}
        </option>
      ))}
    </select>
  );
}

/** Messages of the embeds to developers about the look. */
function ConsoleOutput({ lines }: { lines: readonly string[] }) {
  const { t } = usePage();
  return (
    <>
      <h2>{t('embedSays')}</h2>
      <div role="log" aria-label={t('embedSays')}>
        {lines.length ? (
          lines.map((line) => (
            <p key={line} className="failed">
              {line}
            </p>
          ))
        ) : (
          <p className="quiet">{t('embedSilent')}</p>
        )}
      </div>
    </>
  );
}

/** A look for the partner's embeds, shown on real ones, as code for the partner's pages. */
export function ThemeEditor() {
  const answer = useAnswer('');
  return <Answered of={answer}>{(record) => <Editor record={record} />}</Answered>;
}

function Editor({ record }: { record: Item }) {
  const { t, name, partner, role } = usePage();
  const [look, setLook] = useState<Look>(record.theme ?? { light: {}, dark: {} });
  const [scheme, setScheme] = useState<Scheme>('light');
  const [feature, setFeature] = useState<EmbedFeature>(record.features[0] ?? 'wallet');
  const [output, setOutput] = useState<string[]>([]);
  const preview: string | undefined = record.preview;
  const offered = features.filter((one) => record.features.includes(one));
  const used = useMemo<Look>(() => ({ light: without(look.light), dark: without(look.dark) }), [look]);
  const themes = useMemo(() => ({ light: used.light, dark: { ...used.light, ...used.dark } }), [used]);
  const says = useMemo(
    () => (of: Scheme, text: string) => {
      const line = `${name(`scheme.${of}`)}: ${text.replace(/^Cloudphone: /, '')}`;
      setOutput((before) => (before.includes(line) ? before : [line, ...before].slice(0, 10)));
    },
    [name],
  );
  const set = (token: string, value: string) => {
    setOutput([]);
    setLook({ ...look, [scheme]: { ...look[scheme], [token]: value } });
  };
  return (
    <>
      <div className="editor">
        <div>
          <div className="row">
            <Pick<Scheme> label={t('scheme')} value={scheme} of={schemes} name="scheme" pick={setScheme} />
            <Pick<EmbedFeature>
              label={t('feature')}
              value={feature}
              of={offered}
              name="feature"
              pick={setFeature}
            />
          </div>
          <p className="quiet">{name(`themeHint.${scheme}`)}</p>
          {tokens.map(({ name: token, kind }) => (
            <Token
              key={token}
              name={token}
              kind={kind}
              value={look[scheme][token] ?? ''}
              set={(value) => set(token, value)}
            />
          ))}
        </div>
        <div className="previews">
          {preview !== undefined ? (
            schemes.map((one) => (
              <Frame
                key={one}
                gateway={preview}
                feature={feature}
                theme={themes[one]}
                scheme={one}
                says={says}
              />
            ))
          ) : (
            <p className="quiet">{t('noGateway')}</p>
          )}
          <ConsoleOutput lines={output} />
        </div>
      </div>
      {role !== 'read' && (
        <Form
          submit={t('save')}
          lost={t('lost')}
          done={t('saved')}
          send={() => ask(`of/${partner}/theme`, used)}
        />
      )}
      <h2>{t('codeToCopy')}</h2>
      {Object.keys(themes.dark).length ? (
        <>
          <Code title="CSS" text={cssOf(used)} />
          <Code title="JavaScript" text={jsOf(used, record.gateways.test ?? location.origin)} />
          <Code title="HTML" text={htmlOf(used, { partner, feature })} />
        </>
      ) : (
        <p className="quiet">{t('noCode')}</p>
      )}
    </>
  );
}
