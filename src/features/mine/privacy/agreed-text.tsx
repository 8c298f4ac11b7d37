import { LegalText } from '../../../ui/layout/legal-text';

/** `3. Prices and payment` */
const heading = /^\d+\. (.+)$/;

/**
 * The kept paragraphs of a text, as they were set when the member read them. The user agreement has headings. A connection has a list of
 * what the pages of a site may show, with two paragraphs below it.
 */
export function AgreedText({ of, lang }: { of: readonly string[]; lang?: string }) {
  const sections: { title: string; text: string }[] = [];
  const before: string[] = [];
  for (const paragraph of of) {
    const title = heading.exec(paragraph)?.[1];
    const last = sections[sections.length - 1];
    if (title) sections.push({ title, text: '' });
    else if (last) last.text = [last.text, paragraph].filter(Boolean).join('\n');
    else before.push(paragraph);
  }
  const [first = '', ...others] = before;
  if (sections.length || others.length < 3)
    return <LegalText lang={lang} intro={before.join('\n')} sections={sections} />;
  return (
    <LegalText lang={lang} intro={first} points={others.slice(0, -2)} end={others.slice(-2).join('\n')} />
  );
}
