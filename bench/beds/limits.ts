// Faults of the checks of a request: the server's own copy of the document has another limit than the document that its clients read.
import { type OpenApi, readDocument, type Schema } from './schemas.ts';

/** A change of the copy. */
export type Change = (document: OpenApi) => unknown;

/** The schema that a dotted path leads to, from the name of a component. */
export function at(document: OpenApi, path: string): Schema {
  return path.split('.').reduce((schema, name) => schema[name] as Schema, document.components.schemas as Schema);
}

export const property = (document: OpenApi, component: string, name: string): Schema => at(document, `${component}.properties.${name}`);

/** Gives the contract of a server with some faults. A contract is how the service reads a document. */
export function contractsOf<C extends { readonly document: OpenApi }>(
  documentPath: string,
  contractOf: (document: OpenApi) => C,
  limits: Readonly<Record<string, Change>>,
): (faults: ReadonlySet<string>) => C {
  const faultless = contractOf(readDocument(documentPath));
  return (faults) => {
    const changes = [...faults].flatMap((fault) => limits[fault] ?? []);
    if (changes.length === 0) return faultless;
    const document = structuredClone(faultless.document);
    for (const change of changes) change(document);
    return contractOf(document);
  };
}
