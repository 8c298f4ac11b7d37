import { Lights } from '../../../ui/display/lights';
import { Card } from '../../../ui/layout/card';

/** A line with an optional rack of cloud phones below it: `online` of `total` are lit. */
export const Banner = ({
  title,
  text,
  of,
}: {
  title: string;
  text: string;
  of?: { online: number; total: number };
}) => (
  <div style={{ marginBottom: 12 }}>
    <Card night>
      <h2 style={{ fontSize: 20 }}>{title}</h2>
      <p style={{ margin: of ? '4px 0 16px' : '4px 0 0', color: 'var(--cp-quiet)' }}>{text}</p>
      {of && (
        <div aria-hidden="true" style={{ minHeight: 14 }}>
          <Lights
            of={[
              ['lit', of.online],
              ['unlit', of.total - of.online],
            ]}
          />
        </div>
      )}
    </Card>
  </div>
);
