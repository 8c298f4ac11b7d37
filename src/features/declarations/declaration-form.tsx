import { useEffect, useState } from 'react';
import type { GenericSchema } from 'valibot';
import {
  addDeclaration,
  type Declaration,
  DeclarationStatus,
  editDeclaration,
  findCustomer,
  getDeclaration,
} from '../../contract/member/declarations';
import {
  addDeclaration as addRules,
  editDeclaration as editRules,
  mostAttachments,
} from '../../contract/member/declarations.rules';
import { phoneOf } from '../../contract/rules/fields';
import { useApp } from '../../core/app';
import { fetchOrThrow, useQuery } from '../../core/data/query';
import { useDraftedForm } from '../../core/form/drafted-form';
import type { Form } from '../../core/form/form';
import { asFailure } from '../../core/http/failure';
import type { Props } from '../../core/navigation/route';
import { Button, ButtonLink } from '../../ui/button';
import { wrongDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { Loaded } from '../../ui/feedback/loaded';
import { Skeleton } from '../../ui/feedback/skeleton';
import { BarFormView } from '../../ui/field/bar-form';
import { DateTimeField } from '../../ui/field/date-time-field';
import { ImageField } from '../../ui/field/image-field';
import { MoneyField } from '../../ui/field/money-field';
import { StepperField } from '../../ui/field/stepper-field';
import { TextField } from '../../ui/field/text-field';
import { pair, red } from '../../ui/styles';
import * as declarations from './routes';

/** `pages/mine/declarationForm`: declares an order made offline, or corrects a rejected declaration and submits it again. */
export default function DeclarationForm({ id }: Props<typeof declarations.declarationForm>) {
  return id ? <Correct id={id} /> : <Fields draft="declaration" />;
}

function Correct({ id }: { id: string }) {
  const { nav, t } = useApp();
  const query = useQuery(getDeclaration, { id });
  const instead = (text: string) => (
    <Empty drawing={wrongDrawing} text={text}>
      <ButtonLink {...nav.link(declarations.declarationFormList, {})}>{t('declarations.list')}</ButtonLink>
    </Empty>
  );
  if (query.failure?.kind === 'refused') return instead(t('declarations.gone'));
  return (
    <Loaded of={query} skeleton={<Skeleton kind="form" />}>
      {(declaration) =>
        declaration.status === DeclarationStatus.rejected ? (
          <Fields draft={`declaration/${id}`} before={declaration} />
        ) : (
          instead(t('declarations.notEditable'))
        )
      }
    </Loaded>
  );
}

function Fields({ draft, before }: { draft: string; before?: Declaration }) {
  const { dialogs, nav, session, t, toasts } = useApp();
  const { form, onWaiting, begun, forget } = useDraftedForm<
    GenericSchema,
    Record<string, unknown>,
    { id: string }
  >(draft, {
    call: before ? editDeclaration : addDeclaration,
    rules: phoneOf(session.userInfo.peek()?.country, before ? editRules : addRules, 'customerPhone'),
    initial: before
      ? {
          id: before.id,
          customerName: before.customerName,
          customerPhone: before.customerPhone,
          quantity: before.quantity,
          orderAmount: before.orderAmount,
          payTime: before.payTime,
          remark: before.remark,
          attachment: before.attachment,
        }
      : { quantity: 1, attachment: [] },
    done({ id }) {
      toasts.show(t('declarations.sent'));
      nav.go(declarations.declarationFormList, { id }, { replace: true });
    },
  });
  const discard = async () => {
    const yes = await dialogs.ask({
      text: t('declarations.discardText'),
      yes: t('declarations.discard'),
      no: t('declarations.keep'),
      danger: true,
    });
    if (!yes) return;
    forget();
    nav.back(declarations.declarationFormList);
  };
  return (
    <BarFormView
      of={form}
      send={t(before ? 'declarations.submitAgain' : 'declarations.submit')}
      note={
        begun && (
          <div className={pair}>
            <Button kind="quiet" small style={red} onClick={() => void discard()}>
              {t('declarations.discard')}
            </Button>
          </div>
        )
      }
    >
      {before?.auditResult && <p role="alert">{before.auditResult}</p>}
      <CustomerField of={form} />
      <TextField
        of={form}
        name="customerPhone"
        label={t('declarations.fields.customerPhone')}
        type="tel"
        autoComplete="off"
      />
      <StepperField of={form} name="quantity" label={t('declarations.fields.quantity')} max={9999} />
      <MoneyField of={form} name="orderAmount" label={t('declarations.fields.orderAmount')} />
      <DateTimeField
        of={form}
        name="payTime"
        label={t('declarations.fields.payTime')}
        hint={t('declarations.fields.payTimeHint')}
      />
      <ImageField
        of={form}
        name="attachment"
        label={t('declarations.fields.attachment')}
        hint={t('declarations.fields.attachmentHint', { count: mostAttachments })}
        max={mostAttachments}
        onWaiting={onWaiting}
      />
      <TextField
        of={form}
        name="remark"
        label={t('declarations.fields.remark')}
        placeholder={t('declarations.fields.remarkHint')}
        optional
        lines={3}
        maxLength={300}
      />
    </BarFormView>
  );
}

/** Milliseconds without typing before a customer's account is looked up. */
const typingDelayMs = 600;

/** Shows the owner of the typed account: a friend by name, anybody else as registered or not. */
function CustomerField({ of }: { of: Form }) {
  const { send, t } = useApp();
  const account = String(of.values.customerName ?? '').trim();
  const [known, setKnown] = useState<{ account: string; words: string }>();
  useEffect(() => {
    if (!/^[A-Za-z0-9]{3,18}$/.test(account)) return;
    let aborted = false;
    const timer = setTimeout(async () => {
      try {
        const found = await fetchOrThrow(send, findCustomer, { account }, 'never');
        const words = !found.registered
          ? t('declarations.unknown')
          : found.nickname && found.level
            ? t('declarations.friend', {
                name: found.nickname,
                level: t(found.level === 1 ? 'declarations.level1' : 'declarations.level2'),
              })
            : t('declarations.registered');
        if (!aborted) setKnown({ account, words });
      } catch (error) {
        asFailure(error); // the server reports it again at submission
      }
    }, typingDelayMs);
    return () => {
      aborted = true;
      clearTimeout(timer);
    };
  }, [account]);
  return (
    <TextField
      of={of}
      name="customerName"
      label={t('declarations.fields.customerName')}
      hint={
        <span role="status">
          {known?.account === account && account ? known.words : t('declarations.fields.customerHint')}
        </span>
      }
      autoComplete="off"
      maxLength={50}
    />
  );
}
