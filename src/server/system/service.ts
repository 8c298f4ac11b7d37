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

/** What the app may know of the settings, by the name it asks for (spec §7). */
const values: Record<SettingName, (settings: Settings) => string> = {
  cloudStoreUrl: ({ cloudStoreUrl }) => cloudStoreUrl,
  customerServicePhone: ({ customerServicePhone }) => customerServicePhone,
  countryVersion: ({ country }) => country,
  webViewOrigins: ({ webViewOrigins }) => webViewOrigins.join(' '),
};

const isSetting = (name: string): name is SettingName => settingNames.includes(name as SettingName);

/** The service call. Its one service gives settings; names it does not know are left out of the answer. */
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
