import { useApp } from '../../../core/app';
import { hasPasskeys } from '../../../core/passkeys';
import { accountsIcon, cartIcon, incomeIcon } from '../../../ui/display/icons';
import { Cell, Cells, Tile } from '../../../ui/layout/cell';
import { DeferredPart } from '../../../ui/layout/deferred-part';
import { passkeySignIn } from '../routes';

const steps = [
  ['plan', cartIcon],
  ['account', accountsIcon],
  ['rent', incomeIcon],
] as const;

/** Of the button with its margin, in px: the steps below keep their place while it is loaded. */
const passkeyHeight = 64;

/** The rest of the sign-in screen: the passkey, and an introduction for visitors without an account. */
export default function FirstSteps({ fromUrl }: { fromUrl?: string }) {
  const { platform, t } = useApp();
  return (
    <>
      {hasPasskeys(platform) && (
        <DeferredPart
          of={passkeySignIn}
          waiting={<div style={{ height: passkeyHeight }} />}
          fromUrl={fromUrl}
        />
      )}
      <div style={{ marginTop: 20 }}>
        <Cells>
          {steps.map(([name, icon]) => (
            <Cell
              key={name}
              icon={<Tile of={icon} />}
              label={<b>{t(`auth.steps.${name}`)}</b>}
              note={t(`auth.steps.${name}Text`)}
            />
          ))}
        </Cells>
      </div>
    </>
  );
}
