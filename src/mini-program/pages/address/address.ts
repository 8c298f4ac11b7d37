import { nativePage } from '../../native';

/** WeChat's address book, in the same format as the JS-SDK's. */
nativePage({
  says: { title: 'address', busy: 'choosing' },
  async work() {
    const { userName, telNumber, provinceName, cityName, countyName, detailInfo } = await wx.chooseAddress();
    return {
      username: userName,
      userphone: telNumber,
      area: [provinceName, cityName, countyName].join(''),
      address: detailInfo,
    };
  },
});
