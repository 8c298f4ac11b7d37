import { localeOf } from '../contract/wire/locale';
import { type Words, wordsIn } from './words';

/** In the phone's language; in English where none of ours serves it. Apart from the words, which tests read without a phone. */
export const ownWords = (): Words => wordsIn(localeOf(wx.getAppBaseInfo().language));
