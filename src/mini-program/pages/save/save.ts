import { nativePage } from '../../native';
import { isOwn, parameter } from '../../result';

const isPicture = ({ kind }: { kind?: string }) => kind === 'picture';

/** Saves one of our videos or pictures in the album. */
nativePage({
  says: (given) =>
    isPicture(given)
      ? { title: 'savePicture', busy: 'savingPicture', failed: 'unsavedPicture' }
      : { title: 'save', busy: 'saving', failed: 'unsaved' },
  async work(given, words) {
    const url = parameter(given.url);
    if (!isOwn(url)) throw new Error('not ours');
    const { tempFilePath: filePath, statusCode } =
      await new Promise<WechatMiniprogram.DownloadFileSuccessCallbackResult>(
        (success, fail) => void wx.downloadFile({ url, success, fail }),
      );
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
    await (isPicture(given)
      ? wx.saveImageToPhotosAlbum({ filePath })
      : wx.saveVideoToPhotosAlbum({ filePath }));
    void wx.showToast({ title: words.saved, icon: 'none' });
    return true;
  },
});
