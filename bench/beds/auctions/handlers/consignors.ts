// Consignors and their agreements.
import type { Store } from '../store.ts';
import type { Agreement, Consignor, ConsignorInput } from '../things.ts';
import { consignorView } from '../views.ts';
import { allow, check } from '../wire.ts';
import { type Faults, type Handlers, thing } from './call.ts';

export function consignors(store: Store, faults: Faults): Handlers {
  return {
    createConsignor: (call) => {
      const input = call.input<ConsignorInput>();
      const consignor: Consignor = { id: store.id('consignor'), ...input, agreement: null, createdAt: store.now() };
      call.house.consignors.set(consignor.id, consignor);
      return { status: 201, body: consignorView(call.house, consignor), headers: { location: `/consignors/${consignor.id}` } };
    },

    getConsignor: (call) => ({ status: 200, body: consignorView(call.house, thing(call, call.house.consignors, 'consignorId')) }),

    replaceAgreement: (call) => {
      const consignor = thing(call, call.house.consignors, 'consignorId');
      const { version, ...terms } = call.input<Agreement>();
      check(terms.endsOn === null || terms.signedOn <= terms.endsOn, '/endsOn', 'must not be before signedOn');
      const now = consignor.agreement?.version ?? 0;
      allow(version === now || faults.has('agreement-version-ignored'), `The agreement has the version ${now}.`);
      consignor.agreement = { version: now + 1, ...terms };
      return { status: now === 0 ? 201 : 200, body: consignor.agreement };
    },
  };
}
