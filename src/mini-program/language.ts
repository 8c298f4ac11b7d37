import { localeOf } from '../contract/wire/locale';
import { type Words, wordsIn } from './words';

/** In the phone's language; in English if none of ours matches. Separate from the messages, which tests read without a phone. */
export const ownWords = (): Words => wordsIn(localeOf(wx.getAppBaseInfo().language));
