import { css } from 'goober';
import type { SystemMessage } from '../../contract/support/messages';
import { useApp } from '../../core/app';
import { relative } from '../../core/text/format';
import { Icon } from '../../ui/display/icon';
import { cardIcon, chevronIcon, messageIcon, ordersIcon, withdrawIcon } from '../../ui/display/icons';
import { Tag } from '../../ui/display/tag';
import { CheckBox } from '../../ui/field/check-box';
import { Card } from '../../ui/layout/card';
import { Tile } from '../../ui/layout/cell';
import { quiet } from '../../ui/styles';

const message = css`
  display: flex;
  align-items: flex-start;
  & > input {
    flex: none;
    width: 22px;
    height: 22px;
    margin: 9px 12px 0 0;
  }
  & > div {
    flex: 1;
    min-width: 0;
    margin-left: 12px;
    overflow-wrap: anywhere;
  }
  & p {
    margin-top: 4px;
    white-space: pre-line;
  }
  & > svg {
    flex: none;
    align-self: center;
    margin-left: 8px;
    color: var(--cp-quiet);
  }
  @media (max-width: 240px) {
    & > i,
    & > svg {
      display: none;
    }
    & > div {
      margin: 0;
    }
  }
`;

/** Icon by the target of a message. */
const icons: [RegExp, string][] = [
  [/withDraw/i, withdrawIcon],
  [/order|declaration/i, ordersIcon],
  [/account/i, cardIcon],
];
const iconOf = (link = '') => icons.find(([of]) => of.test(link))?.[1] ?? messageIcon;

interface Props {
  of: SystemMessage;
  /** Whether it is selected; absent outside the selection mode. */
  chosen: boolean | undefined;
  /** Pressed: selects, deselects or opens it. */
  onPress(): void;
}

/** A message in the list. A read message without a target cannot be pressed. */
export function MessageCard({ of: { title, text, at, read, link }, chosen, onPress }: Props) {
  const app = useApp();
  const { t } = app;
  const choosing = chosen !== undefined;
  return (
    <Card as={choosing ? 'label' : undefined} onClick={choosing || (read && !link) ? undefined : onPress}>
      <div className={message}>
        {choosing && <CheckBox bare label={title} checked={chosen} onChange={onPress} />}
        <Tile of={iconOf(link)} />
        <div>
          <strong>{title}</strong> {!read && <Tag tone="good">{t('notices.messages.new')}</Tag>}
          <p className={read ? quiet : undefined}>{text}</p>
          <p className={quiet}>{relative(at, app)}</p>
        </div>
        {link && !choosing && <Icon of={chevronIcon} size={16} />}
      </div>
    </Card>
  );
}
