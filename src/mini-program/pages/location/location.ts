import { nativePage } from '../../native';
import { parameter } from '../../result';

/** Shows the given place; without one, lets the member choose one. Both are gcj02. */
nativePage({
  says: { title: 'location', busy: 'locating' },
  async work(given) {
    const [latitude, longitude] = [Number(given.latitude), Number(given.longitude)];
    if (given.latitude && given.longitude) {
      const names = { name: parameter(given.name), address: parameter(given.address) };
      await wx.openLocation({ latitude, longitude, ...names });
      return;
    }
    const { name, address, ...at } = await wx.chooseLocation({});
    return { latitude: Number(at.latitude), longitude: Number(at.longitude), name, address };
  },
});
