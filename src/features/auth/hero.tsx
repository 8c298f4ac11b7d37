import { css } from 'goober';
import { useApp } from '../../core/app';
import { Lights } from '../../ui/display/lights';
import { Card } from '../../ui/layout/card';

const brand = css`
  padding: 12px 8px 8px;
  & > p:first-child {
    font-size: 26px;
    font-weight: 700;
    letter-spacing: 0.01em;
    line-height: 1.25;
    -webkit-text-size-adjust: 100%; /* large as it is: a name is not broken in two */
    @media (max-width: 300px) {
      font-size: 16px;
    }
  }
  & > p + p {
    margin: 4px 0 20px;
    color: var(--cp-quiet);
  }
`;

const block = css`
  margin-bottom: 20px;
`;

/** The brand, above a rack with its lights on. */
export function Hero() {
  const { t } = useApp();
  return (
    <header className={block}>
      <Card night>
        <div className={brand}>
          <p>{t('common.app')}</p>
          <p>{t('auth.tagline')}</p>
          <div aria-hidden="true">
            <Lights
              of={[
                ['lit', 33],
                ['idle', 8],
                ['sun', 1],
                ['unlit', 8],
              ]}
            />
          </div>
        </div>
      </Card>
    </header>
  );
}
