import { css } from 'goober';
import type { Position } from '../../contract/buying/addresses';
import { useApp } from '../../core/app';
import { Button, ButtonLink } from '../../ui/button';
import { Icon } from '../../ui/display/icon';
import { addressIcon } from '../../ui/display/icons';
import { Field } from '../../ui/field/field';
import { quiet } from '../../ui/styles';
import * as places from '../location/routes';

const box = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  min-height: 48px;
  padding: 0 2px 0 14px;
  border: 1px solid var(--cp-edge);
  border-radius: var(--cp-round-control);
  background: var(--cp-card);
  & > span {
    flex: 1 1 8em;
    min-width: 0;
  }
`;

/** The point on the map, chosen on a separate screen that fills in the address. */
export function PlaceField({
  position,
  draft,
  onClear,
}: {
  position: Position | undefined;
  draft: string;
  onClear(): void;
}) {
  const { nav, t } = useApp();
  const at = position && {
    latitude: `${position.latitude}`,
    longitude: `${position.longitude}`,
  };
  return (
    <Field label={t('addresses.fields.place')} optional group>
      {(id) => (
        // biome-ignore lint/a11y/useSemanticElements: the name of a field, around what is pressed in it
        <div className={box} role="group" aria-labelledby={`${id}-label`}>
          <span className={position ? undefined : quiet}>
            {position
              ? `${position.latitude.toFixed(4)}, ${position.longitude.toFixed(4)}`
              : t('addresses.fields.placeNone')}
          </span>
          {position && (
            <Button kind="quiet" small onClick={onClear}>
              {t('addresses.fields.clearArea')}
            </Button>
          )}
          <ButtonLink kind="quiet" small {...nav.link(places.chooseLocation, { for: draft, ...at })}>
            <Icon of={addressIcon} />
            {t('addresses.fields.choosePlace')}
          </ButtonLink>
        </div>
      )}
    </Field>
  );
}
