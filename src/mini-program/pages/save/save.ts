import { nativePage } from '../../native';
import { isOwn, parameter } from '../../result';

/** Puts a video of ours into the album. */
nativePage({
  title: 'save',
  busy: 'saving',
  failed: 'unsaved',
  async work({ url }, words) {
    const address = parameter(url);
    if (!isOwn(address)) throw new Error('not ours');
    const { tempFilePath, statusCode } =
      await new Promise<WechatMiniprogram.DownloadFileSuccessCallbackResult>(
        (success, fail) => void wx.downloadFile({ url: address, success, fail }),
      );
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
    await wx.saveVideoToPhotosAlbum({ filePath: tempFilePath });
    void wx.showToast({ title: words.saved, icon: 'none' });
    return true;
  },
});
