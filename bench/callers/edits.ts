// Edits of a document that was parsed: what an author renames or changes in it.

/** A part of a document. The cases know its form. */
// biome-ignore lint/suspicious/noExplicitAny: a document is free of types until it is loaded.
export type Tree = any;
export type Edit = (document: Tree) => void;

const schemaOf = (document: Tree, name: string): Tree => document.components.schemas[name];

export function operationOf(document: Tree, id: string): Tree {
  const items = Object.values<Tree>(document.paths);
  const found = items.flatMap((item) => Object.values<Tree>(item)).find((one) => one?.operationId === id);
  if (found === undefined) throw new Error(`The document has no operation ${id}.`);
  return found;
}

/** Gives a key another name, and keeps its place. */
function renameKey(object: Tree, from: string, to: string): void {
  if (!Object.hasOwn(object, from)) throw new Error(`There is no ${from}.`);
  const entries = Object.entries(object);
  for (const key of Object.keys(object)) delete object[key];
  for (const [key, value] of entries) object[key === from ? to : key] = value;
}

function eachObject(value: Tree, visit: (one: Tree) => void): void {
  if (typeof value !== 'object' || value === null) return;
  visit(value);
  for (const inner of Object.values(value)) eachObject(inner, visit);
}

export const renameOperation =
  (from: string, to: string): Edit =>
  (document) => {
    operationOf(document, from).operationId = to;
    eachObject(document, (one) => {
      if (one.operationId === from) one.operationId = to;
    });
  };

export const renameSchema =
  (from: string, to: string): Edit =>
  (document) => {
    renameKey(document.components.schemas, from, to);
    eachObject(document, (one) => {
      if (one.$ref === `#/components/schemas/${from}`) one.$ref = `#/components/schemas/${to}`;
    });
  };

export const renameProperty =
  (name: string, from: string, to: string): Edit =>
  (document) => {
    const schema = schemaOf(document, name);
    renameKey(schema.properties, from, to);
    if (schema.required !== undefined) schema.required = schema.required.map((one: string) => (one === from ? to : one));
  };

export const renameParameter =
  (id: string, from: string, to: string): Edit =>
  (document) => {
    const item = Object.values<Tree>(document.paths).find((one) =>
      Object.values<Tree>(one).some((operation) => operation?.operationId === id),
    );
    const lists: Tree[][] = [operationOf(document, id).parameters ?? [], item.parameters ?? []];
    const found = lists.flat().find((one) => one.name === from);
    if (found === undefined) throw new Error(`${id} has no parameter ${from}.`);
    found.name = to;
    renamePlaces(document, `/${found.in}/${from}`, `/${found.in}/${to}`);
  };

/** Extensions name places of requests. */
function renamePlaces(tree: Tree, from: string, to: string): void {
  for (const [key, value] of Object.entries<Tree>(tree ?? {})) {
    if (value === from) tree[key] = to;
    else if (typeof value === 'object') renamePlaces(value, from, to);
  }
}

/** Renames a value, also in the lists that have a part of the values in place. */
export const renameValue =
  (name: string, from: string, to: string): Edit =>
  (document) => {
    const values: string[] = schemaOf(document, name).enum;
    if (!values.includes(from)) throw new Error(`${name} has no value ${from}.`);
    eachObject(document, (one) => {
      if (!Array.isArray(one.enum) || !one.enum.every((value: string) => values.includes(value))) return;
      one.enum = one.enum.map((value: string) => (value === from ? to : value));
    });
  };

export const renameTag =
  (from: string, to: string): Edit =>
  (document) => {
    eachObject(document, (one) => {
      if (Array.isArray(one.tags))
        one.tags = one.tags.map((tag: Tree) => (tag === from ? to : tag?.name === from ? { ...tag, name: to } : tag));
    });
  };

export const renameScheme =
  (from: string, to: string): Edit =>
  (document) => {
    renameKey(document.components.securitySchemes, from, to);
    eachObject(document, (one) => {
      for (const requirement of Array.isArray(one.security) ? one.security : []) if (from in requirement) renameKey(requirement, from, to);
    });
  };

export const removeProperty =
  (name: string, key: string): Edit =>
  (document) => {
    const schema = schemaOf(document, name);
    if (!Object.hasOwn(schema.properties, key)) throw new Error(`${name} has no property ${key}.`);
    delete schema.properties[key];
    if (schema.required !== undefined) schema.required = schema.required.filter((one: string) => one !== key);
  };

export const addRequired =
  (name: string, key: string): Edit =>
  (document) => {
    const schema = schemaOf(document, name);
    schema.properties[key] = { type: 'string', description: 'New.' };
    schema.required = [...(schema.required ?? []), key];
  };

export const makeRequired =
  (name: string, key: string): Edit =>
  (document) => {
    schemaOf(document, name).required = [...(schemaOf(document, name).required ?? []), key];
  };

export const retype =
  (name: string, key: string, type: string): Edit =>
  (document) => {
    const { description } = schemaOf(document, name).properties[key];
    schemaOf(document, name).properties[key] = { type, description };
  };

export const removeValue =
  (name: string, value: string): Edit =>
  (document) => {
    schemaOf(document, name).enum = schemaOf(document, name).enum.filter((one: string) => one !== value);
  };

export const addValue =
  (name: string, value: string): Edit =>
  (document) => {
    schemaOf(document, name).enum.push(value);
  };

export const removeOperation =
  (id: string): Edit =>
  (document) => {
    for (const item of Object.values<Tree>(document.paths))
      for (const [key, one] of Object.entries<Tree>(item)) if (one?.operationId === id) delete item[key];
  };

export const removeParameter =
  (id: string, name: string): Edit =>
  (document) => {
    const operation = operationOf(document, id);
    const before = operation.parameters.length;
    operation.parameters = operation.parameters.filter((one: Tree) => one.name !== name);
    if (operation.parameters.length === before) throw new Error(`${id} has no parameter ${name}.`);
    dropPlace(document['x-errors'], `/query/${name}`);
  };

/** Entries of `x-errors` that name a place of requests which goes away. */
function dropPlace(errors: Tree, place: string): void {
  for (const [status, entries] of Object.entries<Tree>(errors ?? {}))
    if (Array.isArray(entries)) errors[status] = entries.filter((one) => one.when?.at !== place);
}

export const deprecate =
  (id: string): Edit =>
  (document) => {
    operationOf(document, id).deprecated = true;
  };

export const removeStatus =
  (id: string, status: string): Edit =>
  (document) => {
    delete operationOf(document, id).responses[status];
  };
