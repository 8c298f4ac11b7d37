import { css } from 'goober';
import { type ReactNode, useId } from 'react';
import type { Problem } from '../../contract/wire/problem';
import { useApp } from '../../core/app';
import type { Form } from '../../core/form/form';
import { money } from '../../core/text/format';
import type { Translate } from '../../core/text/i18n';
import { quiet } from '../styles';

/** The common props of every field of a form. */
export interface FieldOf<I> {
  of: Form<I>;
  name: keyof I & string;
  label: string;
  hint?: ReactNode;
  optional?: boolean | undefined;
}

/** The message for a problem. The limits of the money rules are fen (see `Problem`). */
const problemText = ({ rule, limit }: Problem, t: Translate): string =>
  t(`form.problems.${rule}`, {
    limit: limit === undefined ? '' : /Money$/.test(rule) ? money(limit) : limit,
  });

const field = css`
  & > :first-child {
    display: block;
    margin-bottom: 6px;
    font-weight: 600;
    font-size: 13px;
  }
  & > p {
    margin-top: 6px;
  }
`;

/** A problem, with a light. */
export const wrong = css`
  display: flex;
  color: var(--cp-bad);
  &::before {
    flex: none;
    width: 8px;
    height: 8px;
    margin: 5px 6px 0 1px;
    border-radius: 50%;
    background: currentColor;
    content: '';
  }
`;

/** The note below a field: what is wrong, with a light, or else a hint. */
export function Note({ id, problem, hint }: { id: string; problem: Problem | undefined; hint?: ReactNode }) {
  const { t } = useApp();
  return problem || hint ? (
    <p id={id} className={quiet}>
      {problem ? <span className={wrong}>{problemText(problem, t)}</span> : hint}
    </p>
  ) : null;
}

/**
 * A label, its field and its messages, linked for screen readers. A `group` of several buttons is labelled by `<id>-label`, because a
 * label belongs to one input.
 */
export function Field({
  label,
  problem,
  hint,
  optional,
  group,
  children,
}: {
  label: string;
  problem?: Problem | undefined;
  hint?: ReactNode;
  optional?: boolean | undefined;
  group?: boolean | undefined;
  children(id: string, describedBy: string | undefined, invalid: true | undefined): ReactNode;
}) {
  const { t } = useApp();
  const id = useId();
  const name = (
    <>
      {label}
      {optional && <span className={quiet}> {t('common.optional')}</span>}
    </>
  );
  return (
    <div className={field}>
      {group ? <span id={`${id}-label`}>{name}</span> : <label htmlFor={id}>{name}</label>}
      {children(id, problem || hint ? `${id}-note` : undefined, problem ? true : undefined)}
      <Note id={`${id}-note`} problem={problem} hint={hint} />
    </div>
  );
}
