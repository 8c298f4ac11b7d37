import { useState } from 'react';
import { listCollected, listPosts } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { postDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { Tabs } from '../../ui/layout/tabs';
import { PostList } from './post-list';

type Part = 'material' | 'collected';

/** `pages/list/materialLibrary`: posts with pictures or a video to reuse, and the member's saved posts. */
export default function MaterialLibrary() {
  const { t } = useApp();
  const [part, setPart] = useState<Part>('material');
  return part === 'material' ? (
    <Material head={<Parts value={part} onChange={setPart} />} />
  ) : (
    <Collected head={<Parts value={part} onChange={setPart} />} none={t('circle.noCollected')} />
  );
}

function Parts({ value, onChange }: { value: Part; onChange(part: Part): void }) {
  const { t } = useApp();
  return (
    <Tabs<Part>
      label={t('circle.library.label')}
      segments
      value={value}
      options={{ material: t('circle.library.material'), collected: t('circle.library.collected') }}
      onChange={onChange}
    />
  );
}

function Material({ head }: { head: React.ReactNode }) {
  const { t } = useApp();
  const list = useList(listPosts, { scope: 'material' as const });
  const empty = <Empty drawing={postDrawing} text={t('circle.noMaterial')} />;
  return <PostList of={list} empty={empty} head={head} />;
}

function Collected({ head, none }: { head: React.ReactNode; none: string }) {
  const list = useList(listCollected, {});
  const empty = <Empty drawing={postDrawing} text={none} />;
  return <PostList of={list} empty={empty} head={head} />;
}
