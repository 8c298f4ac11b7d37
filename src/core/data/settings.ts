import { useEffect, useState } from 'react';
import { memberParameters, type SettingName, service } from '../../contract/system';
import { useApp } from '../app';
import { Failure } from '../http/failure';
import { demand } from './query';

export type SettingValues = Partial<Record<SettingName, string>>;

/**
 * Settings of the system by name (spec §7, GetSysConfig), from the cache once they were asked for. Empty until they are
 * here, and when they cannot be had; an exception of the service is said in an alert (spec §8).
 */
export function useSettings(...names: SettingName[]): SettingValues {
  const { send, queries, notices, t } = useApp();
  const input = { UniqueKey: memberParameters, Method: 'GetSysConfig', ObjectData: names };
  const { known } = queries.entry(service, input);
  const [values, setValues] = useState<SettingValues | undefined>(known.peek().value);
  useEffect(() => {
    if (values) return;
    demand(send, service, input, 'never')
      .then(({ HasException, Exception, ObjectData = [] }) => {
        if (HasException) return notices.ask({ text: Exception?.Message ?? '', yes: t('common.ok') });
        const value = Object.fromEntries(ObjectData.map(({ c_class, c_value }) => [c_class, c_value]));
        known.value = { value, busy: false };
        setValues(value);
      })
      .catch((error) => {
        if (!(error instanceof Failure)) throw error; // the screen does without; the member was told why
      });
  }, []);
  return values ?? {};
}
