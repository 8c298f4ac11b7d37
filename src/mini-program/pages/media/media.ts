import { ownWords } from '../../language';
import { isCancelled, isDenied, withPermission } from '../../permission';
import { finish, parameter, type Question } from '../../result';
import { sendFile } from '../../send-file';

/** `ticket` is valid for one file, `poster` for the first picture of a video. */
interface MediaParams extends Question {
  kind?: string;
  ticket?: string;
  poster?: string;
}
type Chosen = WechatMiniprogram.MediaFile;

/** Maximum number of bytes, as at the gateway. */
const largestVideo = 32 * 1024 * 1024;

/** Lets the member choose a picture or video, shows it, and uploads it to the gateway. The web page gets its id. */
Page({
  data: { path: '', isVideo: false, text: '', action: '', busy: false, words: ownWords() },
  asked: {} as MediaParams,
  chosen: undefined as Chosen | undefined,
  /** The part that was already uploaded, in case the next one fails. */
  sent: undefined as string | undefined,
  isGone: false,

  onLoad(asked: MediaParams) {
    this.asked = asked;
    const isVideo = asked.kind === 'video';
    this.setData({ isVideo });
    void wx.setNavigationBarTitle({ title: this.data.words[isVideo ? 'video' : 'picture'] });
    void this.onChoose();
  },
  onUnload() {
    this.isGone = true;
  },

  async onChoose() {
    const { words, isVideo, path, busy } = this.data;
    if (busy) return;
    this.setData({ busy: true, action: '', text: path ? '' : words.opening });
    const mediaType = [isVideo ? ('video' as const) : ('image' as const)];
    // a picture comes from the album (spec §9); a video may be recorded
    const sourceType = [...(isVideo ? ['camera' as const] : []), 'album' as const];
    try {
      const { tempFiles } = await withPermission(
        () => wx.chooseMedia({ count: 1, mediaType, sizeType: ['compressed'], sourceType }),
        words,
      );
      const [chosen] = tempFiles;
      if (!chosen) return this.onBack();
      const tooLarge = isVideo && chosen.size > largestVideo;
      this.sent = undefined;
      this.chosen = tooLarge ? undefined : chosen;
      if (tooLarge) this.setData({ path: '', text: words.tooLarge, action: words.another });
      else this.setData({ path: chosen.tempFilePath, text: '' });
    } catch (error) {
      // the earlier choice is still there
      if (path) this.setData({ text: isCancelled(error) ? '' : words.wrong });
      else if (isCancelled(error)) this.onBack();
      else this.setData({ text: isDenied(error) ? words.notAllowed : words.wrong, action: words.retry });
    } finally {
      this.setData({ busy: false });
    }
  },

  async onSend() {
    const { words, busy } = this.data;
    const { chosen, asked } = this;
    if (busy || !chosen) return;
    this.setData({ busy: true, text: words.sending.replace('{{percent}}', '0') });
    const showProgress = (percent: number) =>
      this.setData({ text: words.sending.replace('{{percent}}', `${percent}`) });
    try {
      const field = this.data.isVideo ? 'videoFile' : 'imageFile';
      this.sent ??= await sendFile(field, chosen.tempFilePath, parameter(asked.ticket), showProgress);
      const first = this.data.isVideo && asked.poster && chosen.thumbTempFilePath;
      // a video without its first picture is valid too
      const poster =
        first && (await sendFile('imageFile', first, parameter(asked.poster)).catch(() => undefined));
      if (!this.isGone) finish(asked, { id: this.sent, ...(poster && { poster }) });
    } catch (error) {
      this.setData({ text: (error as Error).message || words.offline });
    } finally {
      this.setData({ busy: false });
    }
  },

  onBack() {
    finish(this.asked);
  },
});
