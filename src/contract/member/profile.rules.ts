import * as v from 'valibot';
import { fields, name, nickname, picture, requestKey } from '../rules/fields';
import { ownCurrencies } from './currencies';
import { timeZones } from './time-zones';

/** Spec §5: "avatar cannot be empty; personal fields required". Omitted fields stay unchanged. */
export const modifyInfo = fields({
  avatar: v.optional(picture('avatar')),
  name: v.optional(name),
  nickname: v.optional(nickname),
  requestKey,
});
export const nicknameForm = fields({ nickname, requestKey });
export const nameForm = fields({ name, requestKey });

export const savePreferences = fields({
  timeZone: v.optional(v.picklist([...timeZones, ''], 'wrong')),
  currency: v.optional(v.picklist(ownCurrencies, 'wrong')),
});
