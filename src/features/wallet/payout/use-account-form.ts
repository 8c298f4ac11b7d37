import { useMemo } from 'react';
import { type GenericSchema, type ObjectSchema, omit } from 'valibot';
import {
  type PayoutAccount,
  type PayoutKind,
  userAccountAdd,
  userAccountEdit,
} from '../../../contract/money/payout';
import { useApp } from '../../../core/app';
import { type Form, useForm } from '../../../core/form/form';
import type { OpenRoute } from '../../../core/navigation/route';

export interface AccountFormProps {
  /** The edited account; without one, an account is added. */
  account?: PayoutAccount | undefined;
  /** The screen to open afterwards if there is no previous one. */
  otherwise: OpenRoute;
}

/**
 * The form of a kind of account. `number` is the field of its number: an edited account keeps its own unless it is given. `whole`: the
 * rules of a new one, if a field depends on another.
 */
export function useAccountForm(
  kind: PayoutKind,
  number: string,
  // biome-ignore lint/suspicious/noExplicitAny: `omit` takes an object schema with its entries, which differ by kind of account
  rules: { add: ObjectSchema<any, any>; whole?: GenericSchema; edit: GenericSchema },
  { account, otherwise }: AccountFormProps,
): Form<Record<string, unknown>> {
  const { nav, toasts, platform, t } = useApp();
  const add = platform.numbersElsewhere ? omit(rules.add, [number]) : (rules.whole ?? rules.add);
  const initial = useMemo(() => {
    const { id, holder, openingBank, openingBranch, bankName, swift, country } = account ?? {};
    const where = kind === 'abroad' ? { bankName, swift, country } : { openingBank };
    return JSON.parse(JSON.stringify({ id, kind, holder, ...where, openingBranch }));
  }, []);
  const form: Form<Record<string, unknown>> = useForm<GenericSchema, Record<string, unknown>, PayoutAccount>({
    call: account ? userAccountEdit : userAccountAdd,
    rules: account ? rules.edit : add,
    initial,
    done() {
      toasts.show(t('payout.saved'));
      nav.back(otherwise);
    },
  });
  return {
    ...form,
    set: (name, value) => form.set(name, account && name === number && !value ? undefined : value),
  };
}
