import type { getOffers, OfferedApp } from '../../../contract/buying/phone-actions';
import { useApp } from '../../../core/app';
import type { QueryState, useQuery } from '../../../core/data/query';
import { integer } from '../../../core/text/format';
import { Loaded } from '../../../ui/feedback/loaded';
import { Sheet } from '../../../ui/feedback/sheet';
import { Cell, Cells } from '../../../ui/layout/cell';

type Offers = ReturnType<typeof useQuery<object, NonNullable<NonNullable<typeof getOffers.types>['output']>>>;

/** Whether there is something to install; it may be, as long as the provider has not answered. */
export const mayInstall = ({ value, failure }: QueryState<{ apps: OfferedApp[] }>): boolean =>
  value ? value.apps.length > 0 : !!failure;

/** The apps that the provider installs, to choose one. */
export function Apps({
  of,
  open,
  onClose,
  onChoose,
}: {
  of: Offers;
  open: boolean;
  onClose(): void;
  onChoose(app: OfferedApp): void;
}) {
  const { t } = useApp();
  return (
    <Sheet open={open} title={t('phone-actions.apps')} onClose={onClose}>
      <Loaded of={of}>
        {({ apps }) => (
          <Cells>
            {apps.map((app) => (
              <Cell
                key={app.id}
                label={app.name}
                note={t('phone-actions.size', {
                  version: app.version,
                  size: integer(Math.ceil(app.size / 1_000_000)),
                })}
                onClick={() => {
                  onClose();
                  onChoose(app);
                }}
              />
            ))}
          </Cells>
        )}
      </Loaded>
    </Sheet>
  );
}
