import * as v from 'valibot';
import { fields, from, id, lines, nothing, requestKey, required } from '../rules/fields';
import { longestQuestion } from './ai';

export const listAiTurns = fields({ from });
export const askAi = fields({
  text: v.pipe(lines(longestQuestion), v.nonEmpty('required')),
  requestKey,
});
export const findHelp = fields({ text: required(60) });
export const waitForAnswer = fields({
  id,
  after: v.pipe(v.number('required'), v.safeInteger('wrong'), v.minValue(0, 'wrong')),
});
export const stopAnswer = fields({ id });
export const clearAiTurns = nothing;
