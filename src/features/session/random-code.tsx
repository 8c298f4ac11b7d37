import { css } from 'goober';
import { useEffect, useState } from 'react';
import { randomCode } from '../../contract/session';
import { isDone } from '../../core/answer';
import { useApp } from '../../core/app';
import { Failure } from '../../core/failure';
import type { Form } from '../../core/form';
import { TextField } from '../../ui/text-field';

/** A random code: one look, one try. */
export interface RandomCode {
  /** Goes back to the server with what was read. */
  id: string | undefined;
  /** A data URL. */
  image: string | undefined;
  busy: boolean;
  /** Asks for another one. */
  renew(): Promise<void>;
}

export function useRandomCode(): RandomCode {
  const { send } = useApp();
  const [shown, show] = useState<{ id?: string; image?: string; busy: boolean }>({ busy: true });
  const renew = async () => {
    show({ busy: true });
    try {
      const answer = await send(randomCode, {}, { wait: 'refresh' });
      show({ ...(isDone(answer) && { id: answer.id, image: answer.image }), busy: false });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      show({ busy: false }); // the member was told; a tap tries again
    }
  };
  useEffect(() => void renew(), []);
  return { id: shown.id, image: shown.image, busy: shown.busy, renew };
}

const row = css`
  display: flex;
  align-items: flex-start;
  > :first-child {
    flex: 1;
    min-width: 0;
  }
`;

const picture = css`
  flex: none;
  width: 120px;
  height: 48px;
  margin: 28px 0 0 12px;
  padding: 0;
  border: 1px solid var(--cp-line);
  border-radius: 12px;
  overflow: hidden;
  background: #fff;
  color: #10181f;
  font: inherit;
  img {
    display: block;
    width: 100%;
    height: 100%;
  }
`;

/** What the member reads in the picture, beside the picture. A tap on it brings another one. */
export function RandomCodeField({ of, code }: { of: Form; code: RandomCode }) {
  const { t } = useApp();
  return (
    <div className={row}>
      <TextField
        of={of}
        name="randomCode"
        label={t('session.random.label')}
        maxLength={4}
        autoComplete="off"
      />
      <button type="button" className={picture} aria-busy={code.busy} onClick={() => void code.renew()}>
        {code.image ? (
          <img src={code.image} alt={t('session.random.picture')} />
        ) : (
          t(code.busy ? 'common.loading' : 'session.random.failed')
        )}
      </button>
    </div>
  );
}
