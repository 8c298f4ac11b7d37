import { css } from 'goober';
import { useState } from 'react';
import { type Area, listAreas } from '../../contract/buying/addresses';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/feedback/loaded';
import { Sheet } from '../../ui/feedback/sheet';
import { Skeleton } from '../../ui/feedback/skeleton';

const list = css`
  & button {
    width: 100%;
    min-height: 44px;
    text-align: left;
  }
  & li + li {
    border-top: 1px solid var(--cp-line);
  }
`;
const trail = css`
  display: flex;
  flex-wrap: wrap;
  margin: 0 -14px 8px;
`;

/** A placeholder for a level that a municipality lacks: it is skipped in the written address. */
const isFiller = (name: string) => /^(市辖区|县|(自治区|省)直辖县级行政区划)$/.test(name);

/** Province, city, district, one level at a time: only the opened areas are loaded. */
export function AreaSheet({
  onClose,
  onChoose,
}: {
  onClose(): void;
  onChoose(code: string, names: string[]): void;
}) {
  const { t } = useApp();
  const [above, setAbove] = useState<Area[]>([]);
  const parent = above[above.length - 1]?.code;
  const query = useQuery(listAreas, parent ? { parent } : {});
  const choose = (area: Area, last: boolean) => {
    const all = [...above, area];
    if (!last) return setAbove(all);
    onChoose(
      area.code,
      all.map(({ name }) => name).filter((name) => !isFiller(name)),
    );
  };
  return (
    <Sheet open title={t('addresses.area.title')} onClose={onClose}>
      {above.length > 0 && (
        <nav className={trail}>
          <Button kind="quiet" small onClick={() => setAbove([])}>
            {t('addresses.area.up')}
          </Button>
          {above.map(({ code, name }, at) => (
            <Button
              key={code}
              kind="quiet"
              small
              lang="zh"
              aria-current={at === above.length - 1 ? 'step' : undefined}
              onClick={() => setAbove(above.slice(0, at + 1))}
            >
              {name}
            </Button>
          ))}
        </nav>
      )}
      <Loaded of={query} skeleton={<Skeleton />}>
        {({ items, districts }) => (
          // biome-ignore lint/a11y/noRedundantRoles: without its dots, a list is none to VoiceOver unless it says so
          <ul className={list} role="list" key={parent ?? ''}>
            {items.map((area) => (
              <li key={area.code}>
                <button type="button" lang="zh" onClick={() => choose(area, districts)}>
                  {area.name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Sheet>
  );
}
