import { css } from 'goober';
import type { SystemMessage } from '../../contract/messages';
import { useApp } from '../../core/app';
import { relative } from '../../core/text/format';
import { Icon } from '../../ui/display/icon';
import { chevronIcon } from '../../ui/display/icons';
import { Tag } from '../../ui/display/tag';
import { Card } from '../../ui/layout/card';
import { quiet } from '../../ui/styles';

const message = css`
  display: flex;
  align-items: center;
  & > input {
    flex: none;
    width: 22px;
    height: 22px;
    margin: 0 14px 0 0;
  }
  & > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & p {
    margin-top: 4px;
    white-space: pre-line;
  }
  & > svg {
    flex: none;
    margin-left: 8px;
    color: var(--cp-quiet);
  }
  @media (max-width: 240px) {
    & > svg {
      display: none;
    }
  }
`;

interface Props {
  of: SystemMessage;
  /** Whether messages are being chosen, and this one is; absent when they are not. */
  chosen: boolean | undefined;
  /** Pressed: chosen or not any more, or opened. */
  onPress(): void;
}

/** A message among others. One that is read and leads nowhere is just there. */
export function MessageCard({ of: { title, text, at, read, link }, chosen, onPress }: Props) {
  const { t } = useApp();
  const choosing = chosen !== undefined;
  return (
    <Card as={choosing ? 'label' : undefined} onClick={choosing || (read && !link) ? undefined : onPress}>
      <div className={message}>
        {choosing && <input type="checkbox" checked={chosen} onChange={onPress} />}
        <div>
          <strong>{title}</strong> {!read && <Tag tone="good">{t('notices.messages.new')}</Tag>}
          <p>{text}</p>
          <p className={quiet}>{relative(at, t)}</p>
        </div>
        {link && !choosing && <Icon of={chevronIcon} size={16} />}
      </div>
    </Card>
  );
}
