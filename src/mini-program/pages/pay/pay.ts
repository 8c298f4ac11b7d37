import { ownWords } from '../../language';
import { isCancelled } from '../../permission';
import { finish, origin, parameter, type Question } from '../../result';

interface Answer {
  pay?: { timeStamp: string; nonceStr: string; package: string; signType: 'RSA' | 'MD5'; paySign: string };
  message?: string;
}

/**
 * Pays one attempt. `ticket` is valid only for that; WeChat's payment data comes from the gateway, and the web page queries the gateway
 * whether money has arrived. The returned result is a hint.
 */
Page({
  data: { text: '', action: '', words: ownWords() },
  asked: {} as Question & { ticket?: string },

  onLoad(asked: Question & { ticket?: string }) {
    this.asked = asked;
    void wx.setNavigationBarTitle({ title: this.data.words.pay });
    void this.onRetry();
  },

  async onRetry() {
    const { words } = this.data;
    this.setData({ text: words.paying, action: '' });
    const pay = await this.start();
    if (!pay) return;
    try {
      await wx.requestPayment(pay);
      finish(this.asked, 'paid');
    } catch (error) {
      finish(this.asked, isCancelled(error) ? 'cancelled' : 'failed');
    }
  },

  /** The five fields; undefined if a message was shown instead. */
  async start(): Promise<Answer['pay']> {
    const { words } = this.data;
    try {
      const { code } = await wx.login();
      const { data } = await new Promise<{ data: unknown }>((success, fail) => {
        const sent = { ticket: parameter(this.asked.ticket), code };
        const header = { 'accept-language': wx.getAppBaseInfo().language };
        wx.request({ url: `${origin}/mini/pay`, method: 'POST', data: sent, header, success, fail });
      });
      const { pay, message } = data as Answer;
      if (pay) return pay;
      this.setData({ text: message ?? words.wrong, action: '' });
    } catch {
      this.setData({ text: words.offline, action: words.retry });
    }
    return;
  },

  onBack() {
    finish(this.asked);
  },
});
