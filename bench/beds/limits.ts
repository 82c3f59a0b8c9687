// Faults of the checks of a request: the server's own copy of the document has another limit than the document that its clients read.
import { type OpenApi, readDocument, resolve, type Schema } from './schemas.ts';

/** A change of the copy. */
export type Change = (document: OpenApi) => unknown;

/** Changes keywords of the schema that a dotted path leads to. A component that it refers to is copied first, so that no other place changes. */
export const set =
  (path: string, keywords: Schema): Change =>
  (document) => {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce((schema, name) => schema[name] as Schema, document.components as Schema);
    parent[last] = { ...resolve(document, parent[last] as { $ref?: string }), ...keywords };
  };

/** Changes keywords of a member of a component, of a component, and of a parameter that operations share. */
export const member = (component: string, name: string, keywords: Schema): Change =>
  set(`schemas.${component}.properties.${name}`, keywords);
export const whole = (component: string, keywords: Schema): Change => set(`schemas.${component}`, keywords);
export const shared = (name: string, keywords: Schema): Change => set(`parameters.${name}.schema`, keywords);

/** Changes keywords of a parameter that one operation has. */
export const parameter =
  (path: string, method: string, name: string, keywords: Schema): Change =>
  (document) => {
    const found = document.paths[path]?.[method]?.parameters?.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no parameter ${name}.`);
    Object.assign(found.schema, resolve(document, found.schema as { $ref?: string }), { $ref: undefined }, keywords);
  };

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
