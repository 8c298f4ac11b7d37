import { Lights } from '../../ui/display/lights';
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
    <Card night>
      <h2 style={{ fontSize: 20 }}>{title}</h2>
      <p style={{ margin: '4px 0 16px', color: 'var(--cp-quiet)' }}>{text}</p>
      <div aria-hidden="true" style={{ minHeight: 14 }}>
        <Lights
          of={[
            ['lit', online],
            ['unlit', total - online],
          ]}
        />
      </div>
    </Card>
  </div>
);
