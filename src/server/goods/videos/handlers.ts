import * as calls from '../../../contract/video/videos';
import * as rules from '../../../contract/video/videos.rules';
import type { CallGroup } from '../../kernel/call-group';
import { downloading } from './download-video';
import { listing } from './list-videos';

export const videoCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...listing, ...downloading },
};
