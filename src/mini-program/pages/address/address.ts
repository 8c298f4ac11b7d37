import { nativePage } from '../../native';

/** WeChat's address book, in the form that the web page knows from the JS-SDK as well. */
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
