import { css } from 'goober';
import { useApp } from '../../../core/app';
import { Cell, Cells } from '../../../ui/layout/cell';

const block = css`
  margin-bottom: 20px;
`;

/** The current contact, masked by the server. */
export function Current({ contact }: { contact: string | undefined }) {
  const { t } = useApp();
  return (
    <div className={block}>
      <Cells>
        <Cell label={t('auth.current')} value={contact ?? t('auth.none')} />
      </Cells>
    </div>
  );
}
