import { useEffect, useState } from 'react';
import { memberParameters, type SettingName, service } from '../../contract/site/system';
import { useApp } from '../app';
import { asFailure } from '../http/failure';
import { fetchOrThrow } from './query';

type SettingValues = Partial<Record<SettingName, string>>;

/**
 * System settings by name (spec §7, GetSysConfig), from the cache after the first request. Empty until they arrive, and if the request
 * fails; an exception of the service is shown in an alert (spec §8).
 */
export function useSettings(...names: SettingName[]): SettingValues {
  const { dialogs, queries, send, t } = useApp();
  const input = { UniqueKey: memberParameters, Method: 'GetSysConfig', ObjectData: names };
  const { state } = queries.entry(service, input);
  const [values, setValues] = useState<SettingValues | undefined>(state.peek().value);
  useEffect(() => {
    if (values) return;
    fetchOrThrow(send, service, input, 'never')
      .then(({ HasException, Exception, ObjectData = [] }) => {
        if (HasException) return dialogs.ask({ text: Exception?.Message ?? '', yes: t('common.ok') });
        const value = Object.fromEntries(ObjectData.map(({ c_class, c_value }) => [c_class, c_value]));
        state.value = { value, busy: false };
        setValues(value);
      })
      .catch((error) => {
        asFailure(error); // the screen works without them; the member has seen the failure
      });
  }, []);
  return values ?? {};
}
