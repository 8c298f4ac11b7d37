import { askCopy, type DataCopy as Copy, copyAddress, dataCopy } from '../../../contract/member/privacy';
import { copyAddress as rules } from '../../../contract/member/privacy.rules';
import { useApp } from '../../../core/app';
import { useConfirmedMutation } from '../../../core/data/confirmed-mutation';
import { fetchOrThrow, useQuery } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import { dayAndTime } from '../../../core/text/when';
import { Button } from '../../../ui/button';
import { Loaded } from '../../../ui/feedback/loaded';
import { PullToRefresh } from '../../../ui/feedback/pull';
import { FormView } from '../../../ui/field/form';
import { PasswordField } from '../../../ui/field/password-field';
import { Card } from '../../../ui/layout/card';
import { Section } from '../../../ui/layout/section';
import { quiet } from '../../../ui/styles';

/** `3.4 MB`, and never `0.0`. */
const megabytes = (size: number) => `${Math.max(0.1, size / 1_048_576).toFixed(1)} MB`;

/** `pages/mine/dataCopy`: has an archive made of all that is stored of the member, and downloads it. */
export default function DataCopy() {
  const app = useApp();
  const { send, t } = app;
  const state = useQuery(dataCopy, {});
  const { pending, mutate } = useConfirmedMutation<true>({
    async act() {
      await fetchOrThrow(send, askCopy, {}, 'never');
      return t('privacy.copyAsked');
    },
  });
  return (
    <PullToRefresh onRefresh={state.refresh}>
      <Loaded of={state}>
        {({ copy, again }) => (
          <>
            <Card night>
              <h2>{t('privacy.copyTitle')}</h2>
              <p className={quiet}>{t('privacy.copyText')}</p>
              <div style={{ display: 'flex', flexDirection: 'column', marginTop: 16 }}>
                {again ? (
                  <p className={quiet}>{t('privacy.copyAgain', { time: dayAndTime(again, app) })}</p>
                ) : (
                  <Button kind="primary" busy={pending} onClick={() => void mutate(true)}>
                    {t('privacy.copyAsk')}
                  </Button>
                )}
              </div>
            </Card>
            {copy && <Made of={copy} />}
          </>
        )}
      </Loaded>
    </PullToRefresh>
  );
}

function Made({ of: { state, askedAt, until, size = 0 } }: { of: Copy }) {
  const app = useApp();
  const { platform, t } = app;
  const form = useForm({
    call: copyAddress,
    rules,
    initial: {},
    done: ({ url }) => platform.leave(`${platform.origin ?? ''}${url}`),
  });
  return (
    <Section title={t('privacy.copyOf', { time: dayAndTime(askedAt, app) })}>
      {state === 'making' ? (
        <Card>
          <p>{t('privacy.copyMaking')}</p>
        </Card>
      ) : (
        <>
          <p className={quiet} style={{ margin: '0 2px 12px' }}>
            {t('privacy.copyReady', { size: megabytes(size), time: dayAndTime(until ?? '', app) })}
          </p>
          <FormView of={form} send={t('privacy.copyDownload')}>
            <PasswordField
              of={form}
              name="password"
              label={t('privacy.password')}
              autoComplete="current-password"
            />
          </FormView>
        </>
      )}
    </Section>
  );
}
