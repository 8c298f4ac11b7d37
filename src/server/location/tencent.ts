import type { Place } from '../../contract/member/location';
import { areaOf, isDistrict } from '../kernel/areas';
import type { TencentMapSettings } from '../settings/map';
import type { PlaceProvider } from './provider';

/** Milliseconds to wait for a response. */
const timeoutMs = 5000;

interface Answer {
  status: number;
  message?: string;
  data?: {
    title: string;
    address?: string;
    adcode?: number | string;
    location?: { lat: number; lng: number };
  }[];
  result?: {
    address: string;
    formatted_addresses?: { recommend?: string };
    ad_info?: { adcode?: string };
  };
}

const inArea = (adcode: number | string | undefined): Pick<Place, 'area'> => {
  const code = String(adcode ?? '');
  const area = isDistrict(code) ? areaOf(code) : undefined;
  return area ? { area } : {};
};

/**
 * Tencent's web service for places, in gcj02. The key never leaves the gateway, and the service learns only the query, nothing about the
 * member.
 */
export function tencentPlaces({ api, key }: TencentMapSettings): PlaceProvider {
  async function ask(path: string, query: Record<string, string>): Promise<Answer> {
    const response = await fetch(
      `${api}/ws/${path}?${new URLSearchParams({ ...query, key, output: 'json' })}`,
      {
        signal: AbortSignal.timeout(timeoutMs),
      },
    );
    const answer = (await response.json()) as Answer;
    if (answer.status !== 0) throw new Error(`places: ${answer.status} ${answer.message ?? ''}`);
    return answer;
  }
  return {
    sandbox: false,
    async search(text) {
      const { data = [] } = await ask('place/v1/suggestion', { keyword: text, page_size: '20' });
      return data.map(({ title, address = '', adcode, location }) => ({
        name: title,
        address,
        ...inArea(adcode),
        ...(location && { position: { latitude: location.lat, longitude: location.lng } }),
      }));
    },
    async at({ latitude, longitude }) {
      const { result } = await ask('geocoder/v1/', { location: `${latitude},${longitude}` });
      if (!result) return;
      const { address, formatted_addresses, ad_info } = result;
      return {
        name: formatted_addresses?.recommend ?? address,
        address,
        ...inArea(ad_info?.adcode),
        position: { latitude, longitude },
      };
    },
  };
}
