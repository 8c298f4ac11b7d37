import Avatar from 'antd-mobile/es/components/avatar';
import CapsuleTabs from 'antd-mobile/es/components/capsule-tabs';
import Ellipsis from 'antd-mobile/es/components/ellipsis';
import Tag from 'antd-mobile/es/components/tag';
import HeartFill from 'antd-mobile-icons/es/HeartFill';
import HeartOutline from 'antd-mobile-icons/es/HeartOutline';
import { useState } from 'react';
import {
  Card,
  call,
  Empty,
  Grid,
  Image,
  MessageOutline,
  NavBar,
  Rows,
  useList,
  useMutation,
  useQueryClient,
  useTranslation,
} from '../common.js';

const scopes = ['all', 'team', 'following'];

/** Puts what the server says about a post into the pages of the list. */
const changed = (id, change) => (data) =>
  data && {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.map((post) => (post.id === id ? { ...post, ...change } : post)),
    })),
  };

function Like({ of }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const like = useMutation({
    mutationFn: () => call('txCircle/like', { id: of.id, liked: !of.liked }),
    onSuccess: ({ liked, likes }) =>
      client.setQueriesData({ queryKey: ['txCircle/list'] }, changed(of.id, { liked, likes })),
  });
  return (
    <button type="button" className="plain" aria-label={t('feed.like')} onClick={() => like.mutate()}>
      {of.liked ? <HeartFill color="var(--adm-color-danger)" /> : <HeartOutline />} {of.likes}
    </button>
  );
}

function Post({ of }) {
  const { t } = useTranslation();
  return (
    <Card>
      <div className="row">
        <Avatar src={of.author.avatar?.url ?? ''} />
        <span>
          <b>{of.author.nickname}</b> {of.author.teamLeader && <Tag color="primary">{t('feed.leader')}</Tag>}
          <br />
          <small className="muted">{of.time.slice(0, 16).replace('T', ' ')}</small>
        </span>
      </div>
      {of.text && <Ellipsis rows={4} content={of.text} expandText="…" />}
      <Grid columns={3} gap={4}>
        {of.pictures.map(({ id, url }) => (
          <Grid.Item key={id}>
            <Image src={url} height={96} fit="cover" lazy alt="" />
          </Grid.Item>
        ))}
      </Grid>
      <p>
        <Like of={of} />
        <span className="plain" title={t('feed.comments')}>
          <MessageOutline /> {of.comments}
        </span>
      </p>
    </Card>
  );
}

export default function Feed() {
  const { t } = useTranslation();
  const [scope, setScope] = useState('all');
  const list = useList('txCircle/list', { scope });
  return (
    <>
      <NavBar back={null}>{t('tabs.feed')}</NavBar>
      <CapsuleTabs activeKey={scope} onChange={setScope}>
        {scopes.map((one) => (
          <CapsuleTabs.Tab key={one} title={t(`feed.${one}`)} />
        ))}
      </CapsuleTabs>
      <div className="content">
        <Rows of={list} empty={<Empty description={t('feed.empty')} />}>
          {(posts) => (
            <div className="cards">
              {posts.map((post) => (
                <Post key={post.id} of={post} />
              ))}
            </div>
          )}
        </Rows>
      </div>
    </>
  );
}
