// Models of machines.
import { contains } from '../../texts.ts';
import type { ModelInput } from '../things.ts';
import { checkTag, created, find, type Part, read, shown } from './call.ts';
import { pageOf } from './lists.ts';

interface Filters {
  readonly category?: string;
  readonly q?: string;
  readonly maxDayRate?: number;
}

/** Texts as a service stores them that trims what it gets. */
const trimmed = (body: ModelInput): ModelInput => ({ ...body, name: body.name.trim() });

export const models: Part = (store, faults) => ({
  listModels: (call) => {
    const { category, q, maxDayRate = Number.POSITIVE_INFINITY } = call.query<Filters>();
    const most = faults.has('models-cheaper-only') ? maxDayRate - 1 : maxDayRate;
    const found = [...call.company.models.values()].filter(
      (model) =>
        (category === undefined || model.category === category) &&
        (q === undefined || contains(model.name, q) || contains(model.manufacturer, q)) &&
        model.dayRate <= most,
    );
    return pageOf('models', call, faults, found);
  },

  createModel: ({ company, input }) => {
    const body = input<ModelInput>();
    const model = { number: store.number('T'), ...(faults.has('model-name-trimmed') ? trimmed(body) : body), createdAt: store.now() };
    company.models.set(model.number, model);
    return created(model, 'models');
  },

  getModel: (call) => read(call, find(call.company.models, call.id('modelNumber'))),

  replaceModel: (call) => {
    const old = find(call.company.models, call.id('modelNumber'));
    if (!faults.has('model-replaced-without-tag') || call.header('if-match') !== undefined) checkTag(call, old);
    const body = call.input<ModelInput>();
    const attributes = faults.has('put-merges-attributes') ? { ...old.attributes, ...body.attributes } : body.attributes;
    const model = { number: old.number, ...body, attributes, createdAt: old.createdAt };
    call.company.models.set(model.number, model);
    return shown(model);
  },
});
