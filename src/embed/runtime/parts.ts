import { panel } from '../../ui/styles';

/** The parts that a partner may style from outside (`cloudphone-wallet::part(card)`), by element type and props. */
export function partOf(type: string, props: Record<string, unknown>): string | undefined {
  const kind = props['data-kind'];
  if (type === 'button' || type === 'a')
    if (kind) return kind === 'primary' ? 'button button-primary' : 'button';
  if (type === 'header' || type === 'li') return type === 'li' ? 'list-item' : type;
  if (type === 'input' || type === 'textarea' || type === 'select') return 'field';
  return String(props.className ?? '')
    .split(' ')
    .includes(panel)
    ? 'card'
    : undefined;
}
