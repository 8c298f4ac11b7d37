import { css } from 'goober';

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
  & ul {
    margin: 8px 0 16px;
    padding-left: 1.3em;
    list-style: disc;
  }
  & li + li {
    margin-top: 4px;
  }
`;

const Paragraphs = ({ of }: { of: string }) => (
  <>
    {of.split('\n').map((text) => (
      <p key={text}>{text}</p>
    ))}
  </>
);

/**
 * A text to be read from the top: its sections are numbered, and each line of one is a paragraph. `points`: a list after the first
 * paragraphs; `end`: the paragraphs after it.
 */
export const LegalText = ({
  intro,
  points,
  end,
  sections = [],
  lang,
}: {
  intro: string;
  points?: readonly string[] | undefined;
  end?: string | undefined;
  sections?: readonly { title: string; text: string }[];
  /** The language of the words, if it is not the page's. */
  lang?: string | undefined;
}) => (
  <article className={article} lang={lang}>
    <Paragraphs of={intro} />
    {points && (
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    )}
    {end && <Paragraphs of={end} />}
    {sections.map(({ title, text }, at) => (
      <section key={title}>
        <h2>{`${at + 1}. ${title}`}</h2>
        <Paragraphs of={text} />
      </section>
    ))}
  </article>
);
