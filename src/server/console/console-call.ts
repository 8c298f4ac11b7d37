import * as v from 'valibot';
import { type PartnerRole, partnerModes } from '../../contract/embed/partners';
import type { Tx } from '../db/database';
import type { Gateway } from '../kernel/gateway';
import type { Locale } from '../kernel/messages';
import { applyPartners } from '../partners/follow-partners';

/** A partner's user who makes a call. */
export interface Asking {
  gateway: Gateway;
  partner: string;
  email: string;
  locale: Locale;
  params: Record<string, string>;
}

export interface ConsoleCall {
  method: 'GET' | 'POST';
  /** After `/partners/api/of/:partner/`. */
  path: string;
  /** The lowest role that may call it. */
  needs: PartnerRole;
  /** The rules of the query or of the body. */
  rules: v.GenericSchema;
  /** The key of the change in the list of changes; absent: the call changes nothing. */
  what?: string;
  /** `target`: the object of the change, for colleagues. */
  // biome-ignore lint/suspicious/noExplicitAny: each has the input of its own rules, which `call` checks
  answer(asking: Asking, input: any): Promise<{ target?: string; [field: string]: unknown }>;
}

/* @__NO_SIDE_EFFECTS__ */
export const call = <Rules extends v.GenericSchema>(
  about: Omit<ConsoleCall, 'rules' | 'answer'> & {
    rules: Rules;
    answer(asking: Asking, input: v.InferOutput<Rules>): Promise<object>;
  },
): ConsoleCall => about as unknown as ConsoleCall;

export const line = (max: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max));
export const mode = v.picklist(partnerModes);
export const ofMode = v.object({ mode });
export const nothing = v.object({});

/** Makes a change and applies it to this gateway at once; other gateways follow. */
export async function change<T>({ gateway }: Asking, work: (tx: Tx, now: number) => Promise<T>): Promise<T> {
  const now = gateway.now();
  const answer = await gateway.db.tx((tx) => work(tx, now));
  await applyPartners(gateway.db, gateway.settings, now);
  return answer;
}
