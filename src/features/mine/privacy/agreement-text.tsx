import { agreementText } from '../../../contract/member/privacy';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import type { Props } from '../../../core/navigation/route';
import { ButtonLink } from '../../../ui/button';
import { wrongDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import * as mine from '../routes';
import { AgreedText } from './agreed-text';

/** `pages/mine/agreementText`: a text in the words and the language in which the member agreed to it. */
export default function AgreementText({ hash }: Props<typeof mine.agreementText>) {
  const { nav, t } = useApp();
  const query = useQuery(agreementText, { hash });
  if (query.failure?.kind === 'refused' && !query.value)
    return (
      <div role="alert">
        <Empty drawing={wrongDrawing} text={query.failure.message}>
          <ButtonLink {...nav.link(mine.agreements, {})}>{t('agreements.title')}</ButtonLink>
        </Empty>
      </div>
    );
  return (
    <Loaded of={query}>
      {({ title, text, locale }) => (
        <>
          <h2
            lang={locale}
            style={{
              width: '100%',
              maxWidth: '31.5em',
              margin: '8px auto 0',
              padding: '0 4px',
              fontSize: 20,
            }}
          >
            {title}
          </h2>
          <AgreedText of={text} lang={locale} />
        </>
      )}
    </Loaded>
  );
}
