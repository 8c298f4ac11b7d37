import { askInvoice, type InvoiceBuyer, type OrderInvoices } from '../../../contract/money/invoices';
import { askInvoice as rules } from '../../../contract/money/invoices.rules';
import { bankCountries } from '../../../contract/money/payout';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { type Form, useForm } from '../../../core/form/form';
import { Loaded } from '../../../ui/feedback/loaded';
import { BarFormView } from '../../../ui/field/bar-form';
import { ChoiceField } from '../../../ui/field/choice-field';
import { Field } from '../../../ui/field/field';
import { TextField } from '../../../ui/field/text-field';
import { input } from '../../../ui/styles';

const buyerOf = ({ kind, title, country, taxNumber, email }: InvoiceBuyer): InvoiceBuyer => ({
  kind,
  title,
  country,
  ...(taxNumber && { taxNumber }),
  email,
});

/** The buyer of an invoice. It begins with the request that waits or was refused, or with the buyer of an earlier one. */
export function InvoiceForm({ orderNo, of }: { orderNo: string; of: OrderInvoices }) {
  const { toasts, t } = useApp();
  const { request, before, country } = of;
  const known = request ?? before;
  const form = useForm({
    call: askInvoice,
    rules,
    initial: {
      orderNo,
      kind: 'person',
      ...(known && buyerOf(known)),
      ...(country && { country }),
    },
    done: () => toasts.show(t('invoice.sent')),
  });
  const isCompany = form.values.kind === 'company';
  return (
    <BarFormView
      of={form}
      send={t(request?.state === 'asked' ? 'invoice.change' : 'invoice.send')}
      note={t('invoice.note')}
    >
      <ChoiceField
        of={form}
        name="kind"
        label={t('invoice.kind')}
        options={[
          { value: 'person', label: t('invoice.person') },
          { value: 'company', label: t('invoice.company') },
        ]}
      />
      <TextField
        of={form}
        name="title"
        label={t(isCompany ? 'invoice.companyName' : 'invoice.personName')}
        autoComplete={isCompany ? 'organization' : 'name'}
        maxLength={100}
      />
      {!country && <CountryField of={form} />}
      {isCompany && (
        <TextField
          of={form}
          name="taxNumber"
          label={t('invoice.taxNumber')}
          hint={form.values.country === 'CN' ? t('invoice.taxNumberHint') : undefined}
          autoComplete="off"
          maxLength={30}
        />
      )}
      <TextField
        of={form}
        name="email"
        label={t('invoice.email')}
        hint={t('invoice.emailHint')}
        type="email"
        autoComplete="email"
      />
    </BarFormView>
  );
}

/** The countries in the member's language. The banks of mainland China use no country, invoices do. */
function CountryField({ of }: { of: Form }) {
  const { t } = useApp();
  const query = useQuery(bankCountries, {});
  const label = t('invoice.country');
  const skeleton = <Field label={label}>{() => <div className={input} aria-busy />}</Field>;
  return (
    <Loaded of={query} skeleton={skeleton}>
      {({ items }) => (
        <ChoiceField
          of={of}
          name="country"
          label={label}
          options={[
            { value: 'CN', label: t('invoice.china') },
            ...items.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      )}
    </Loaded>
  );
}
