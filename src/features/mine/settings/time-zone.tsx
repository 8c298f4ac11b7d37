import { timeZones } from '../../../contract/member/time-zones';
import { useApp } from '../../../core/app';
import { Preference } from './preference';

/** The time zone of all times. */
export function TimeZoneChoice() {
  const { session, t } = useApp();
  return (
    <Preference
      name="timeZone"
      label={t('settings.timeZone')}
      value={session.userInfo.value?.timeZone ?? ''}
      options={[
        { value: '', words: t('settings.phoneZone') },
        ...timeZones.map((zone) => ({ value: zone, words: t(`settings.zones.${zone}`) })),
      ]}
    />
  );
}
