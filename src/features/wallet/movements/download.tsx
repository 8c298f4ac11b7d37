import { statementAddress } from '../../../contract/money/documents';
import type { MovementKind } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { useDocumentDownload } from '../../../core/data/document-download';
import { timeZoneOf } from '../../../core/text/when';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/display/icon';
import { downloadIcon } from '../../../ui/display/icons';
import { quiet } from '../../../ui/styles';
import { apart } from '../styles';

/** The listed movements as a file: a PDF to print or hand in, a CSV for spreadsheets. */
export function Download({
  of,
}: {
  of: { kind: MovementKind; reason?: string; month?: string; ref?: string };
}) {
  const app = useApp();
  const { t } = app;
  const { pending, download } = useDocumentDownload(statementAddress);
  return (
    <div className={apart}>
      <span className={quiet}>{t('statement.download')}</span>
      <span>
        {(['pdf', 'csv'] as const).map((format) => {
          const name = format.toUpperCase();
          return (
            <Button
              key={format}
              kind="quiet"
              small
              aria-label={t('statement.downloadAs', { format: name })}
              busy={pending?.format === format}
              onClick={() => void download({ ...of, format, timeZone: timeZoneOf(app) })}
            >
              <Icon of={downloadIcon} size={20} />
              {name}
            </Button>
          );
        })}
      </span>
    </div>
  );
}
