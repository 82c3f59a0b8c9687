// Says in words where a part of a document comes from (`x-basis`): the legend of the home page, the reference and the console show the same ones.
import type { Basis } from '../model/service.ts';

/** A bare "public" would read as "without credentials". */
export const BASIS: Readonly<Record<Basis, { readonly label: string; readonly means: string }>> = {
  stated: { label: 'From the specification', means: 'the specification of the interfaces says so' },
  public: {
    label: 'From public record',
    means: 'the specification is silent, and older descriptions, clients and responses show it',
  },
  designed: { label: 'Designed here', means: 'neither shows it; this document decides' },
};
