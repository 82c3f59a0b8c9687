// Payments for enrolments, each known by the reference that the client gives it.
import { isDeepStrictEqual } from 'node:util';
import { without } from '../../members.ts';
import type { Store } from '../store.ts';
import type { Enrolment, Payment, PaymentInput } from '../things.ts';
import { conflict, invalid } from '../wire.ts';
import { type Faults, found, type Handlers, type Resource, reply, resource } from './call.ts';
import { balanceOf } from './money.ts';

function look(payment: Payment, faults: Faults): Resource {
  const shown = faults.has('account-shown') ? payment.input : without(payment.input, 'account');
  return resource('payments', payment, { ...shown });
}

function check(enrolment: Enrolment, { amount }: PaymentInput, faults: Faults): void {
  if (amount.minor === 0) throw invalid('/data/attributes/amount/minor', 'A payment is more than 0.');
  if (enrolment.state !== 'enrolled') throw conflict('The learner is not enrolled.');
  if (amount.currency !== enrolment.fee.currency) throw conflict('The fee is in another currency.');
  if (amount.minor > balanceOf(enrolment) && !faults.has('payment-above-balance')) throw conflict('The payment is above the balance.');
}

export const payments = (store: Store, faults: Faults): Handlers => ({
  recordPayment: ({ school, id, input }) => {
    const enrolment = found(school.enrolments, id('enrolmentId'));
    const given = input<PaymentInput>();
    const known = enrolment.payments.find((payment) => payment.id === id('reference'));
    if (known !== undefined && !faults.has('payment-counts-again')) {
      if (isDeepStrictEqual(known.input, given)) return reply(look(known, faults));
      throw conflict('Another payment has the reference.');
    }
    check(enrolment, given, faults);
    const payment = { ...store.thing(id('reference')), input: given };
    enrolment.payments.push(payment);
    enrolment.updatedAt = payment.createdAt;
    return reply(look(payment, faults), 201);
  },
});
