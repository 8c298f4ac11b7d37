import { css } from 'goober';
import { useApp } from '../../../core/app';
import { Lights } from '../../../ui/display/lights';
import { ScreenBar } from '../../../ui/layout/bar';
import { Card } from '../../../ui/layout/card';
import { LanguageSwitch } from '../../../ui/layout/language-switch';

const brand = css`
  & > p:first-child {
    font-size: 24px;
    font-weight: 700;
    line-height: 1.25;
  }
  & > p + p {
    margin: 2px 0 16px;
    color: var(--cp-quiet);
  }
`;

/** The bar with the language switch, and the brand above a rack with its lights on. */
export function Hero() {
  const { t } = useApp();
  return (
    <>
      <ScreenBar
        action={
          <span style={{ marginRight: 12 }}>
            <LanguageSwitch />
          </span>
        }
      />
      <div style={{ marginBottom: 16 }}>
        <Card night>
          <div className={brand}>
            <p>{t('common.app')}</p>
            <p>{t('auth.tagline')}</p>
            <Lights
              of={[
                ['lit', 55],
                ['idle', 11],
                ['sun', 1],
                ['unlit', 8],
              ]}
            />
          </div>
        </Card>
      </div>
    </>
  );
}
