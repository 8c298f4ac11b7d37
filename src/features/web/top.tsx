import { css } from 'goober';
import { useApp } from '../../core/app';
import { TopBar } from '../../ui/layout/bar';
import * as devices from '../devices/routes';

/** A name is never cut off: what stands at its end says whose site it is. */
const page = css`
  & h1 {
    min-width: 0;
    line-height: 1.3;
    word-break: break-all;
  }
`;

/** The bar of the page: its way back leaves it, whatever is shown below. */
export function Top({ title }: { title: string }) {
  const { nav } = useApp();
  return (
    <div className={page}>
      <TopBar title={title} {...(nav.canBack() && { onBack: () => nav.back(devices.list) })} />
    </div>
  );
}
