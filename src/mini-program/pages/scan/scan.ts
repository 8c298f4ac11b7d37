import { nativePage } from '../../native';

nativePage({
  title: 'scan',
  busy: 'scanning',
  work: async () => (await wx.scanCode({ scanType: ['qrCode', 'barCode'] })).result,
});
