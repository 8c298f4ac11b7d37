import type { PartnerMode } from '../../contract/embed/partners';
import type { Gateway } from '../kernel/gateway';
import { modesOf } from '../partners/records';
import { type LogName, logCalls } from './logs';
import { askOther } from './other-gateway';

/** Reads the log from this gateway, or from the other one if the mode runs there. */
export const askLog = (
  gateway: Gateway,
  mode: PartnerMode,
  name: LogName,
  partner: string,
  input: object,
): Promise<object> =>
  modesOf(gateway.settings).includes(mode)
    ? logCalls[name](partner, input, mode, gateway)
    : askOther(gateway, { ask: 'log', name, partner, mode, input });
