import { Rack } from '../../ui/display/rack';
import { Card } from '../../ui/layout/card';

/** A line and a rack that says the same with lights. */
export const Banner = ({
  title,
  text,
  online,
  total,
}: {
  title: string;
  text: string;
  online: number;
  total: number;
}) => (
  <div style={{ marginBottom: 12 }}>
    <Card hero>
      <h2 style={{ fontSize: 22, lineHeight: 1.3 }}>{title}</h2>
      <p style={{ margin: '4px 0 16px', color: 'var(--cp-quiet)' }}>{text}</p>
      <div aria-hidden="true" style={{ minHeight: 14 }}>
        <Rack online={online} total={total} label="" />
      </div>
    </Card>
  </div>
);
