import type { Team } from '../../contract/member/friends';
import { useApp } from '../../core/app';
import { type Design, designs, type PosterWords } from './draw-poster';

/** The texts and the name of each poster. */
export function usePosters(
  { inviteCode, inviteLink }: Pick<Team, 'inviteCode' | 'inviteLink'>,
  picture: PosterWords['picture'],
) {
  const { session, t } = useApp();
  const { nickname = '', username = '' } = session.userInfo.value ?? {};
  const name = nickname || username;
  const same = { name, invites: t('friends.posters.invites'), code: inviteCode, link: inviteLink, picture };
  const words: Record<Design, PosterWords> = {
    wall: {
      ...same,
      first: t('friends.posters.wall1'),
      second: t('friends.posters.wall2'),
      below: t('friends.posters.wall3'),
    },
    studio: { ...same, first: t('friends.posters.studio1'), second: t('friends.posters.studio2') },
    day: { ...same, first: t('friends.posters.day1'), second: t('friends.posters.day2') },
  };
  return {
    title: t('friends.posters.shareTitle', { name }),
    posters: designs.map((design) => {
      const called = t(`friends.posters.designs.${design}`);
      return {
        design,
        words: words[design],
        called,
        alt: t('friends.posters.alt', { design: called, name, code: inviteCode }),
      };
    }),
  };
}
