import { agreementText } from '../../../contract/member/privacy';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import type { Props } from '../../../core/navigation/route';
import { ButtonLink } from '../../../ui/button';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import * as mine from '../routes';

/** `pages/mine/agreementText`: a text in the words and the language in which the member agreed to it. */
export default function AgreementText({ hash }: Props<typeof mine.agreementText>) {
  const { nav, t } = useApp();
  const query = useQuery(agreementText, { hash });
  if (query.failure?.kind === 'refused' && !query.value)
    return (
      <div role="alert">
        <Empty text={query.failure.message}>
          <ButtonLink {...nav.link(mine.agreements, {})}>{t('agreements.title')}</ButtonLink>
        </Empty>
      </div>
    );
  return (
    <Loaded of={query}>
      {({ title, text, locale }) => (
        <article lang={locale} style={{ maxWidth: '42em', margin: '0 auto', padding: '8px 4px 32px' }}>
          <h2>{title}</h2>
          {text.map((paragraph) => (
            <p key={paragraph} style={{ marginTop: 12, lineHeight: 1.7, whiteSpace: 'pre-line' }}>
              {paragraph}
            </p>
          ))}
        </article>
      )}
    </Loaded>
  );
}
