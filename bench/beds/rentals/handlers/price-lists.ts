// Price lists.
import type { PriceListInput } from '../things.ts';
import { invalid } from '../wire.ts';
import { created, find, type Part, read, refer } from './call.ts';

export const priceLists: Part = (store) => ({
  createPriceList: ({ company, input }) => {
    const body = input<PriceListInput>();
    if (body.validUntil !== null && body.validUntil < body.validFrom) throw invalid('/validUntil', 'is before validFrom');
    const known = new Set<string>();
    for (const [index, { modelNumber }] of body.rates.entries()) {
      const pointer = `/rates/${index}/modelNumber`;
      refer(company.models, modelNumber, pointer);
      if (known.has(modelNumber)) throw invalid(pointer, 'has a rate already');
      known.add(modelNumber);
    }
    const list = { number: store.number('P'), ...body, createdAt: store.now() };
    company.priceLists.set(list.number, list);
    return created(list, 'price-lists');
  },

  getPriceList: (call) => read(call, find(call.company.priceLists, call.id('priceListNumber'))),
});
