import { css } from 'goober';
import { useEffect, useState } from 'react';
import { randomCode } from '../../contract/member/auth';
import { useApp } from '../../core/app';
import type { Form } from '../../core/form/form';
import { isDone } from '../../core/http/answer';
import { asFailure } from '../../core/http/failure';
import { Field } from '../../ui/field/field';
import { Typed } from '../../ui/field/text-field';
import { beside } from '../../ui/styles';

/** A captcha: each is valid for one attempt. */
export interface RandomCode {
  /** Sent back to the server with the text. */
  id: string | undefined;
  /** A data URL. */
  image: string | undefined;
  busy: boolean;
  /** Requests a new one. */
  renew(): Promise<void>;
}

export function useRandomCode(): RandomCode {
  const { send } = useApp();
  const [code, setCode] = useState<{ id?: string; image?: string; busy: boolean }>({ busy: true });
  const renew = async () => {
    setCode({ busy: true });
    try {
      const answer = await send(randomCode, {}, { wait: 'refresh' });
      setCode({ ...(isDone(answer) && { id: answer.id, image: answer.image }), busy: false });
    } catch (error) {
      asFailure(error);
      setCode({ busy: false }); // the member has seen the failure; a tap tries again
    }
  };
  useEffect(() => void renew(), []);
  return { id: code.id, image: code.image, busy: code.busy, renew };
}

const box = css`
  & > button {
    width: 125px; /* the picture has eight thirds of its height */
    min-height: 48px;
    overflow: hidden;
    border: 1px solid var(--cp-line);
    border-radius: var(--cp-round-control);
    background: var(--cp-card);
    font-size: 13px;
  }
  & img {
    width: 100%;
    height: 46px;
    filter: var(--cp-print) sepia(1) hue-rotate(180deg) brightness(0.85);
  }
`;

/** The field for the captcha's text, beside its picture. A tap on the picture requests another one. */
export function RandomCodeField({ of, code }: { of: Form; code: RandomCode }) {
  const { t } = useApp();
  return (
    <Field label={t('register.random.label')} problem={of.problems.randomCode}>
      {(id, describedBy, invalid) => (
        <div className={`${beside} ${box}`}>
          <Typed
            of={of}
            name="randomCode"
            id={id}
            maxLength={4}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            required
            aria-describedby={describedBy}
            aria-invalid={invalid}
          />
          <button type="button" aria-busy={code.busy} onClick={() => void code.renew()}>
            {code.image ? (
              <img src={code.image} alt={t('register.random.picture')} />
            ) : (
              t(code.busy ? 'common.loading' : 'register.random.failed')
            )}
          </button>
        </div>
      )}
    </Field>
  );
}
