import * as v from 'valibot';
import { fields, from, id, nothing, requestKey } from '../rules/fields';

/** Characters of a post. */
export const longestPost = 1000;
/** Pictures of a post. */
export const mostPostPictures = 9;

const media = v.pipe(v.string('attachment'), v.uuid('attachment'));

export const unreadCount = nothing;
export const readAll = nothing;
/** Maximum number of characters of a search text, and of a tag without its `#`. */
export const longestSearch = 50;
const searched = v.optional(v.pipe(v.string('wrong'), v.trim(), v.maxLength(longestSearch, 'maxLength')));
export const listPosts = fields({
  scope: v.optional(v.picklist(['all', 'team', 'mine', 'material', 'following'], 'wrong')),
  search: searched,
  tag: searched,
  author: v.optional(id),
  from,
});
export const getPost = fields({ id });
export const postText = v.pipe(v.string('required'), v.trim(), v.maxLength(longestPost, 'maxLength'));
export const addPost = v.pipe(
  fields({
    text: postText,
    pictures: v.optional(v.pipe(v.array(media, 'attachment'), v.maxLength(mostPostPictures, 'max'))),
    video: v.optional(media),
    /** The first picture of the video, which the phone has extracted. */
    poster: v.optional(media),
    requestKey,
  }),
  v.forward(
    v.check(({ text, pictures = [], video }) => !!(text || pictures.length || video), 'required'),
    ['text'],
  ),
  v.forward(
    v.check(({ pictures = [], video }) => !(pictures.length && video), 'wrong'),
    ['video'],
  ),
);
export const listCollected = fields({ from });
export const collectPost = fields({ id, collected: v.boolean('required') });
export const likePost = fields({ id, liked: v.boolean('required') });
export const followAuthor = fields({ member: id, followed: v.boolean('required') });
export const muteAuthor = fields({ member: id, muted: v.boolean('required') });
export const listMuted = fields({ from });
export const deletePost = fields({ id });
export const reportPost = fields({ id, reason: v.picklist(['spam', 'abuse', 'fraud', 'other'], 'required') });
