import { type LinkedPartner, unlinkPartner } from '../../../contract/site/web';
import { useApp } from '../../../core/app';
import { useConfirmedMutation } from '../../../core/data/confirmed-mutation';
import { fetchOrThrow } from '../../../core/data/query';
import { day } from '../../../core/text/day';
import { Button, ButtonLink } from '../../../ui/button';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { quiet, red } from '../../../ui/styles';
import * as devices from '../../devices/routes';

/** Partners' sites that may show the member's data, until the member ends that. */
export function LinkedPartners({ of }: { of: readonly LinkedPartner[] }) {
  const app = useApp();
  const { nav, send, t } = app;
  const { pending, mutate } = useConfirmedMutation({
    async act(partner: string) {
      await fetchOrThrow(send, unlinkPartner, { partner }, 'now');
      return t('safety.unlinked');
    },
  });
  const unlink = ({ id, name }: LinkedPartner) =>
    mutate(id, {
      title: t('safety.unlinkTitle', { name }),
      text: t('safety.unlinkText'),
      yes: t('safety.unlink'),
      no: t('common.cancel'),
      danger: true,
    });
  return (
    <Section title={t('safety.partners')}>
      {of.length ? (
        <Cells>
          {of.map((partner) => (
            <Cell
              key={`${partner.id} ${partner.reference}`}
              label={<b>{partner.name}</b>}
              note={t('safety.since', { reference: partner.reference, date: day(partner.since, app) })}
              value={
                <Button
                  kind="quiet"
                  small
                  busy={pending === partner.id}
                  style={red}
                  aria-label={t('safety.unlinkTitle', { name: partner.name })}
                  onClick={() => void unlink(partner)}
                >
                  {t('safety.unlink')}
                </Button>
              }
            />
          ))}
        </Cells>
      ) : (
        <p className={quiet} style={{ margin: '0 14px' }}>
          {t('safety.noPartners')}
        </p>
      )}
      <ButtonLink kind="quiet" small {...nav.link(devices.watches, {})}>
        {t('safety.watches')}
      </ButtonLink>
    </Section>
  );
}
