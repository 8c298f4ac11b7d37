import * as calls from '../../contract/web';
import * as rules from '../../contract/web.rules';
import type { Group } from '../kernel/call-group';
import { embedToken } from './own';

export const webGroup: Group<typeof calls, typeof rules> = { calls, rules, handlers: { embedToken } };
