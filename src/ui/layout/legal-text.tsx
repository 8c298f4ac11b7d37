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
`;

const Paragraphs = ({ of }: { of: string }) => (
  <>
    {of.split('\n').map((text) => (
      <p key={text}>{text}</p>
    ))}
  </>
);

/** A text to be read from the top: its sections are numbered, and each line of one is a paragraph. */
export const LegalText = ({
  intro,
  sections,
}: {
  intro: string;
  sections: { title: string; text: string }[];
}) => (
  <article className={article}>
    <Paragraphs of={intro} />
    {sections.map(({ title, text }, at) => (
      <section key={title}>
        <h2>{`${at + 1}. ${title}`}</h2>
        <Paragraphs of={text} />
      </section>
    ))}
  </article>
);
