import { nativePage } from '../../native';

nativePage({
  says: { title: 'scan', busy: 'scanning' },
  work: async () => (await wx.scanCode({ scanType: ['qrCode', 'barCode'] })).result,
});
