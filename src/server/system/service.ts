import {
  memberParameters,
  type ServiceAnswer,
  type SettingName,
  settingNames,
} from '../../contract/site/system';
import { type Locale, translate } from '../kernel/messages';
import type { Settings } from '../settings/settings';

interface ServiceCall {
  UniqueKey: string;
  Method: string;
  ObjectData: string[];
}

/** Settings that the app may read, by the requested name (spec §7). */
const values: Record<SettingName, (settings: Settings) => string> = {
  cloudStoreUrl: ({ cloudStoreUrl }) => cloudStoreUrl,
  customerServicePhone: ({ customerServicePhone }) => customerServicePhone,
  countryVersion: ({ country }) => country,
  webViewOrigins: ({ webViewOrigins }) => webViewOrigins.join(' '),
};

const isSetting = (name: string): name is SettingName => settingNames.includes(name as SettingName);

/** The service call. Its only service returns settings; unknown names are left out of the response. */
export function invoke(
  { UniqueKey, Method, ObjectData }: ServiceCall,
  settings: Settings,
  locale: Locale,
): ServiceAnswer {
  const wrong = UniqueKey !== memberParameters ? UniqueKey : Method !== 'GetSysConfig' ? Method : undefined;
  if (wrong !== undefined)
    return {
      HasException: true,
      Exception: { Message: translate(locale, 'serviceUnknown', { name: wrong }) },
    };
  return {
    HasException: false,
    ObjectData: ObjectData.filter(isSetting).map((name) => ({
      c_class: name,
      c_value: values[name](settings),
    })),
  };
}
