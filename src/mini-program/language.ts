import { type Words, words } from './words';

/** In the phone's language; English unless that is Chinese. Apart from the words, which tests read without a phone. */
export const ownWords = (): Words => words[/^zh/i.test(wx.getAppBaseInfo().language) ? 'zh' : 'en'];
