import * as v from 'valibot';
import { country } from '../rules/bank-account';
import { email, fields, id, requestKey, required } from '../rules/fields';
import { isTaxNumber, plainTaxNumber } from '../rules/tax-number';

export const getInvoices = fields({ orderNo: id });

const asked = fields({
  orderNo: id,
  kind: v.picklist(['person', 'company'], 'required'),
  title: required(100),
  country,
  taxNumber: v.optional(
    v.pipe(v.string('required'), v.maxLength(30, 'maxLength'), v.transform(plainTaxNumber)),
  ),
  email,
  requestKey,
});

/** A company has a tax number, which fits its country; of a person none is kept. */
export const askInvoice = v.pipe(
  asked,
  v.rawCheck(({ dataset, addIssue }) => {
    const input = dataset.value as Partial<v.InferOutput<typeof asked>> | null;
    if (input?.kind !== 'company') return;
    const { taxNumber, country = '' } = input;
    if (typeof taxNumber === 'string' && taxNumber && isTaxNumber(taxNumber, country)) return;
    const path = { type: 'object', origin: 'value', input, key: 'taxNumber', value: taxNumber } as const;
    addIssue({ message: taxNumber ? 'wrong' : 'required', path: [path] });
  }),
);

export const invoiceAddress = fields({ number: id });
