import { css } from 'goober';
import { useApp } from '../../core/app';
import type { MessageKey } from '../../core/text/i18n';

const sections = [
  'parties',
  'account',
  'machines',
  'payment',
  'income',
  'points',
  'invitations',
  'content',
  'conduct',
  'privacy',
  'service',
  'ending',
  'contact',
] as const;

const article = css`
  max-width: 42em;
  margin: 0 auto;
  padding: 8px 4px 32px;
  line-height: 1.7;
  & h2 {
    margin-top: 28px;
    font-size: 17px;
    line-height: 1.4;
  }
  & p {
    margin-top: 8px;
  }
`;

export default function Agreement() {
  const { t } = useApp();
  const paragraphs = (key: MessageKey) =>
    t(key)
      .split('\n')
      .map((text) => <p key={text}>{text}</p>);
  return (
    <article className={article}>
      {paragraphs('agreement.intro')}
      {sections.map((name, at) => (
        <section key={name}>
          <h2>{`${at + 1}. ${t(`agreement.titles.${name}`)}`}</h2>
          {paragraphs(`agreement.texts.${name}`)}
        </section>
      ))}
    </article>
  );
}
