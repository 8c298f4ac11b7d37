import { ownWords } from './language';
import type { Shell } from './result';
import { createUpdates } from './update';

App<Shell & { updates: ReturnType<typeof createUpdates> | undefined }>({
  globalData: { result: undefined },
  updates: undefined,
  onLaunch() {
    this.updates = createUpdates(wx.getUpdateManager(), (options) => wx.showModal(options), ownWords());
  },
  onShow() {
    void this.updates?.shown();
  },
});
