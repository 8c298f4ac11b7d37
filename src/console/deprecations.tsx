import { textIn } from '../contract/wire/locale';
import type { Item } from './api';
import { Answered, day, time, useAnswer, usePage } from './page';

/** Releases and options that will end, the first to end first, and where the partner's pages use them. */
export function Deprecations() {
  const { t, name, mode, language } = usePage();
  const answer = useAnswer(`/deprecations?mode=${mode}`);
  if (answer.data && !answer.data.items.length) return <p className="quiet">{t('noDeprecations')}</p>;
  return (
    <Answered of={answer}>
      {({ items }) => (
        <ul>
          {items.map(({ id, what, name: thing, endsOn, instead, used }: Item) => (
            <li key={id}>
              <b>
                {name(`what.${what}`)} <code>{thing}</code>
              </b>
              <span>
                {t('endsOn')} {day(endsOn, language)}
              </span>
              <span>{textIn(instead, language)}</span>
              {used ? (
                <span className="bad">
                  {t('inUse')} · {t('seenOn')} {used.origin} · {time(used.last, language)}
                </span>
              ) : (
                <span>{t('notUsed')}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Answered>
  );
}
