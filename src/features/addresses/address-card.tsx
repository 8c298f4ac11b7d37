import { css } from 'goober';
import type { Address } from '../../contract/buying/addresses';
import { useApp } from '../../core/app';
import { Button, ButtonLink } from '../../ui/button';
import { addressIcon } from '../../ui/display/icons';
import { Tag } from '../../ui/display/tag';
import { Tile } from '../../ui/layout/cell';
import { hidden, panel, quiet, red, spread } from '../../ui/styles';
import * as places from '../location/routes';
import { fullAddress } from './full-address';
import * as addresses from './routes';

const card = css`
  padding: 14px 14px 0;
  overflow-wrap: anywhere;
  & > p {
    margin: 8px 0 4px;
  }
  & > footer {
    display: flex;
    flex-wrap: wrap;
    margin: 8px -14px 0;
    border-top: 1px solid var(--cp-line);
  }
  & > footer > * {
    flex: 1 1 auto;
  }
`;

/** Spec §3, address: customer name, phone, ID card, address; with its actions below. */
export function AddressCard({
  address,
  busy,
  onDelete,
  onDefault,
}: {
  address: Address;
  busy: boolean;
  onDelete(): void;
  onDefault(): void;
}) {
  const { nav, t } = useApp();
  const { id, username, userphone, idCard, isDefault, position } = address;
  const words = fullAddress(address);
  return (
    <article className={`${panel} ${card}`}>
      <div className={spread}>
        <Tile of={addressIcon} />
        <div data-grow="" style={{ minWidth: 'min-content', overflowWrap: 'break-word' }}>
          <h2 style={{ fontSize: 15 }}>{username}</h2>
          <span className={quiet}>{userphone}</span>
        </div>
        {isDefault && <Tag tone="good">{t('addresses.default')}</Tag>}
        {idCard && <Tag tone="info">{t('addresses.idAdded')}</Tag>}
      </div>
      <p>{words}</p>
      {position && (
        <div style={{ margin: '0 -14px' }}>
          <ButtonLink
            kind="quiet"
            small
            {...nav.link(places.openLocation, {
              latitude: `${position.latitude}`,
              longitude: `${position.longitude}`,
              name: username,
              address: words,
            })}
          >
            {t('addresses.map')}
          </ButtonLink>
        </div>
      )}
      <footer>
        {!isDefault && (
          <Button kind="quiet" small busy={busy} onClick={onDefault}>
            {t('addresses.makeDefault')}
            <span className={hidden}> {username}</span>
          </Button>
        )}
        <ButtonLink kind="quiet" small {...nav.link(addresses.modifyAddress, { id })}>
          {t('addresses.edit')}
          <span className={hidden}> {username}</span>
        </ButtonLink>
        <Button kind="quiet" small busy={busy} style={red} onClick={onDelete}>
          {t('addresses.delete')}
          <span className={hidden}> {username}</span>
        </Button>
      </footer>
    </article>
  );
}
