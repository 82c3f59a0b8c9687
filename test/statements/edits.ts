// Edits that make statements untrue: each gives a function that changes one place of a document. A place that is not there throws.
import {
  type Document,
  fieldOf,
  type Operation,
  operationAt,
  type Parameter,
  parameterOf,
  responseOf,
  type Schema,
} from '../specs/document.ts';

type Edit = (document: Document) => void;
type At = readonly [method: string, path: string];

/** The schema of a component, or of a field of one: `UserList.users.[].id`. */
export function schemaAt(document: Document, place: string): Schema {
  const [name = '', ...fields] = place.split('.');
  const schema = document.components.schemas[name];
  if (schema === undefined) throw new Error(`no schema ${name}`);
  return fields.length === 0 ? schema : fieldOf(document, schema, fields.join('.'));
}

/** Removes a member. @throws when there is none */
function remove(object: object | undefined, name: string): void {
  if (object === undefined || !Object.hasOwn(object, name)) throw new Error(`no member ${name}`);
  Reflect.deleteProperty(object, name);
}

export function documentWith(changes: Partial<Document>): Edit {
  return (document) => void Object.assign(document, changes);
}

export function descriptionWith(text: string | RegExp, other: string): Edit {
  return ({ info }) => void Object.assign(info, { description: info.description.replace(text, other) });
}

/** @param place as in `schemaAt` */
export function schemaWith(place: string, changes: Schema): Edit {
  return (document) => void Object.assign(schemaAt(document, place), changes);
}

/** @param place of the field, as in `schemaAt` */
export function withoutField(place: string): Edit {
  const end = place.lastIndexOf('.');
  return (document) => remove(schemaAt(document, place.slice(0, end)).properties, place.slice(end + 1));
}

/** @param place as in `schemaAt` */
export function withoutKeyword(place: string, keyword: keyof Schema): Edit {
  return (document) => remove(schemaAt(document, place), keyword);
}

/** @param value one more value of the schema's `enum` */
export function withValue(place: string, value: string): Edit {
  return (document) => void schemaAt(document, place).enum?.push(value);
}

export function operationWith(at: At, changes: Partial<Operation>): Edit {
  return (document) => void Object.assign(operationAt(document, ...at).operation, changes);
}

export function parameterWith(at: At, where: string, name: string, changes: Partial<Parameter>): Edit {
  return (document) => void Object.assign(parameterOf(operationAt(document, ...at), where, name), changes);
}

export function withoutResponse(at: At, status: string): Edit {
  return (document) => remove(operationAt(document, ...at).operation.responses, status);
}

export function withoutExample(at: At, status: string, name: string): Edit {
  return (document) => remove(responseOf(document, operationAt(document, ...at), status).examples, name);
}

export function withoutPath(path: string): Edit {
  return ({ paths }) => remove(paths, path);
}

export function withoutOperation([method, path]: At): Edit {
  return ({ paths }) => remove(paths[path], method.toLowerCase());
}

/** @param from the path whose item is also at another one */
export function copied(from: string, to: string): Edit {
  return ({ paths }) => void Object.assign(paths, { [to]: itemAt(paths, from) });
}

export function moved(from: string, to: string): Edit {
  return ({ paths }) => {
    paths[to] = itemAt(paths, from);
    remove(paths, from);
  };
}

/** The operation is that of another method, and the only one of its path. */
export function withMethod(at: At, method: string): Edit {
  return (document) => void Object.assign(document.paths, { [at[1]]: { [method]: operationAt(document, ...at).operation } });
}

/** All security schemes have this member. */
export function schemesWith(scheme: string): Edit {
  return ({ components }) => {
    for (const one of Object.values(components.securitySchemes)) one.scheme = scheme;
  };
}

function itemAt(paths: Document['paths'], path: string): Document['paths'][string] {
  const item = paths[path];
  if (item === undefined) throw new Error(`no path ${path}`);
  return item;
}
